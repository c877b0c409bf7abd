import {
  densityPreference,
  singleKeysPreference,
  themePreference,
  type Density,
  type Preference,
  type SingleKeys,
  type Theme,
} from '@/components/ui/preferences';
import type { DemoPart } from '@/lib/client/demo/demo-part';
import { comparedText } from '@/lib/client/address/compared-parameter';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { withQuery } from '@/lib/client/paths';
import { holdsOneOf, mayChangeAccess, mayRead, type Role } from '@/lib/contract/session/roles';
import type { SavedView } from '@/lib/contract/views';
import type { ComparedKind } from '@/lib/domain/access/change/comparison';
import type { FoundTarget } from '@/lib/domain/access/filter/find-targets';
import type { EntityGroup } from '@/lib/domain/access/names/entity-groups';
import { isolated, named } from '@/lib/domain/access/names/named';
import type { TypedAct } from '@/lib/domain/access/change/typed-acts';
import { counted, plural } from '@/lib/domain/counted';
import { plainLetters } from '@/lib/domain/plain-letters';
import { openedSearch } from '@/lib/domain/views/saved-search';
import { kindOfTarget, targetText } from '@/lib/domain/access/details-target';
import { pathInOtherConnection, readablePlaces, sessionsPath } from './places';

export type RecordsAct = Extract<TypedAct, { kind: 'records' }>;

export type CommandKind = 'place' | 'act' | 'record' | 'entity' | 'view' | 'search' | 'connection';

export interface PaletteCommand {
  key: string;
  kind: CommandKind;
  group: string;
  label: string;
  words: string;
  does:
    | { goTo: string }
    | { prefer: Preference<string>; value: string }
    | { show: DemoPart }
    /** Stages the changes of a sentence and opens the review. */
    | { stage: RecordsAct; goTo: string }
    /** Whether a press of a switch stages from now on. */
    | { staging: boolean; goTo: string }
    | 'undo'
    | 'refresh'
    | 'sign-out';
  /** Why it is not possible now. */
  whyNot?: string;
}

interface PaletteParts {
  held: readonly Role[];
  connection: string | undefined;
  connections: readonly { key: string; label: string }[];
  isDemo?: boolean;
  /** Whether presses are staged; null: the person has no choice. */
  isStaging?: boolean | null;
  /** Whether anything is staged or offered: then presses are staged whatever is chosen. */
  hasStaged?: boolean;
  pathname: string;
  search: string;
}

export type AddressParts = Pick<PaletteParts, 'connection' | 'pathname' | 'search'>;

const themeLabels: Record<Theme, string> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
};

const densityLabels: Record<Density, string> = { compact: 'Compact rows', comfortable: 'Comfortable rows' };

const singleKeysLabels: Record<SingleKeys, string> = {
  on: 'Turn single-key shortcuts on',
  off: 'Turn single-key shortcuts off',
};

export function paletteCommands({
  held,
  connection,
  connections,
  isDemo = false,
  isStaging = null,
  hasStaged = false,
  pathname,
  search,
}: PaletteParts): PaletteCommand[] {
  const to = (path: string, query: Record<string, string> = {}) => ({
    goTo: withQuery(path, { ...query, [connectionParameter]: connection }),
  });
  const command = (
    group: string,
    key: string,
    label: string,
    words: string,
    does: PaletteCommand['does'],
    kind: CommandKind = 'act',
  ): PaletteCommand => ({ key, kind, group, label, words, does });
  const matrix = (query: Record<string, string | string[]>) =>
    matrixWith({ connection, pathname, search }, query);
  const comparing = (kind: ComparedKind) =>
    matrix({ compare: comparedText({ kind, first: null, second: null }) });
  const list = readablePlaces(held).map(({ path, label }) =>
    command('Go to', path, label, '', to(path), 'place'),
  );
  if (holdsOneOf(held, mayRead.access))
    list.push(
      command('Access', 'compare-entities', 'Compare two entities', 'copy mirror difference', comparing('entities')),
      command('Access', 'compare-records', 'Compare two records', 'copy mirror difference', comparing('records')),
      command('Access', 'overview', 'Map of the matrix', 'overview picture pattern zoom', matrix({ overview: 'true' })),
      command('Access', 'rows-all', 'Records open to all entities', 'filter leftover', matrix({ rows: 'all' })),
      command('Access', 'rows-nobody', 'Records without any entity', 'filter none nobody', matrix({ rows: 'nobody' })),
      command('Access', 'rows-one', 'Records open to only one entity', 'filter lonely single', matrix({ rows: 'one' })),
      command('Access', 'rows-mixed', 'Records that differ between entities', 'filter mixed', matrix({ rows: 'mixed' })),
    ); // prettier-ignore
  if (holdsOneOf(held, mayRead.changes))
    list.push(
      command('Changes', 'running', 'Running and waiting change sets', 'active progress', to('/changes', { state: 'active' })),
      command('Changes', 'outside', 'What changed outside this console', 'service', to('/changes', { kind: 'outside' })),
    ); // prettier-ignore
  if (holdsOneOf(held, mayChangeAccess) && isStaging !== null)
    list.push({
      ...command(
        'Access',
        'staging',
        isStaging ? 'Switch now' : 'Stage',
        'mode press of a switch stage collect',
        {
          staging: !isStaging,
          ...matrix({ stage: isStaging ? [] : 'true' }),
        },
      ),
      ...(isStaging && hasStaged && { whyNot: 'Something is staged or offered: apply or discard it first.' }),
    });
  if (holdsOneOf(held, mayChangeAccess))
    list.push(
      command('Changes', 'undo', 'Undo last change', 'take back', 'undo'),
      command('Files', 'import', 'Import…', 'file spreadsheet csv excel', to('/changes/import')),
    );
  const withFiles = pathname === '/journal' ? '/journal' : '/access';
  if (readablePlaces(held).some(({ path }) => path === withFiles))
    list.push(
      command('Files', 'export', 'Export…', 'file download spreadsheet csv excel', {
        goTo: pageWith({ connection, pathname, search }, withFiles, { files: 'true' }),
      }),
    );
  if (connections.length > 1 && holdsOneOf(held, mayRead.access))
    list.push(
      command('Access', 'compare-connections', 'Compare two connections', 'difference carry over production sandbox', to('/connections/compare')),
    ); // prettier-ignore
  if (connections.length > 1)
    for (const { key, label } of connections)
      if (key !== (connection ?? connections[0]?.key))
        list.push(
          command(
            'Connections',
            `connection ${key}`,
            label,
            `switch connection ${key}`,
            { goTo: withQuery(pathInOtherConnection(pathname) ?? pathname, { [connectionParameter]: key }) },
            'connection',
          ),
        );
  if (isDemo && holdsOneOf(held, mayChangeAccess))
    list.push(command('Demo', 'present', 'Present the demo', 'story play reset show', { show: 'presenter' }));
  if (isDemo && holdsOneOf(held, mayRead.access))
    list.push(command('Demo', 'tour', 'Take the tour', 'help introduction first look', { show: 'tour' }));
  const prefer = <Value extends string>(
    name: string,
    preference: Preference<Value>,
    labels: Record<Value, string>,
    words: string,
  ) =>
    preference.values.map((value) =>
      command('Console', `${name} ${value}`, labels[value], words, { prefer: preference, value }),
    );
  list.push(
    ...prefer('theme', themePreference, themeLabels, 'appearance mode'),
    ...prefer('density', densityPreference, densityLabels, 'density height'),
    ...prefer('single-keys', singleKeysPreference, singleKeysLabels, 'keyboard letters accessibility'),
    command('Console', 'refresh', 'Refresh', 'read again reload', 'refresh'),
    command('Console', 'sessions', 'Your sessions', 'sign out everywhere', to(sessionsPath)),
    command('Console', 'sign-out', 'Sign out', 'leave log out', 'sign-out'),
  );
  return list;
}

function matrixWith(parts: AddressParts, query: Record<string, string | string[]>): { goTo: string } {
  return { goTo: pageWith(parts, '/access', query) };
}

function pageWith(
  { connection, pathname, search }: AddressParts,
  path: string,
  query: Record<string, string | string[]>,
): string {
  return withQuery(path, {
    ...(pathname === path && Object.fromEntries(repeated(search))),
    ...query,
    [connectionParameter]: connection,
  });
}

export function viewCommands(
  views: readonly SavedView[],
  { pathname, search, connection }: AddressParts,
): PaletteCommand[] {
  return views.map(({ id, place, name, search: saved }) => {
    const path = `/${place}`;
    const query = new URLSearchParams(openedSearch(saved, pathname === path ? search : ''));
    if (connection !== undefined) query.set(connectionParameter, connection);
    const text = query.toString();
    return {
      key: `view ${id}`,
      kind: 'view',
      group: 'Saved views',
      label: name,
      words: `view ${place}`,
      does: { goTo: text === '' ? path : `${path}?${text}` },
    };
  });
}

/** Open details beside the matrix; a record's band is unfolded. */
export function targetCommands(found: readonly FoundTarget[], parts: AddressParts): PaletteCommand[] {
  return found.map(({ target, name }) => {
    const isEntity = kindOfTarget(target) === 'entity';
    const { recordType } = target;
    const bands = new URLSearchParams(parts.pathname === '/access' ? parts.search : '');
    return {
      key: `target ${targetText(target)}`,
      kind: isEntity ? 'entity' : 'record',
      group: isEntity ? 'Entities' : 'Records',
      label: isEntity
        ? `Entity ${named(target.entityId, name)}`
        : `${target.recordType} ${named(target.recordId, name)}`,
      words: '',
      does: matrixWith(parts, {
        history: targetText(target),
        ...(target.entityId !== '' && { foldGroup: [] }),
        ...(!isEntity && {
          unfold: [...new Set([...bands.getAll('unfold').filter((one) => one !== '-'), recordType])],
          fold: bands.getAll('fold').filter((one) => one !== recordType && one !== '*'),
        }),
      }),
    };
  });
}

const mostGroupCommands = 10;

/** Show only the entities of a group, or fold it. @param canFold whether somebody named the groups. */
export function groupCommands(
  groups: readonly EntityGroup[],
  canFold: boolean,
  text: string,
  parts: AddressParts,
): PaletteCommand[] {
  const search = new URLSearchParams(parts.pathname === '/access' ? parts.search : '');
  const folded = search.getAll('foldGroup');
  const commands = groups.flatMap(({ name, filter }): PaletteCommand[] => {
    const one = { kind: 'entity', group: 'Groups of entities', words: 'group entities filter' } as const;
    const isFolded = folded.includes(name);
    const turned = isFolded ? folded.filter((other) => other !== name) : [...folded, name];
    const show: PaletteCommand = {
      ...one,
      key: `group ${name}`,
      label: `Show only ${isolated(name)}`,
      does: matrixWith(parts, { entity: filter, foldGroup: [] }),
    };
    const fold: PaletteCommand = {
      ...one,
      key: `fold ${name}`,
      label: `${isFolded ? 'Unfold' : 'Fold'} ${isolated(name)}`,
      does: matrixWith(parts, { foldGroup: turned }),
    };
    return canFold ? [show, fold] : [show];
  });
  return text.trim() === '' ? [] : foundCommands(commands, text).slice(0, mostGroupCommands);
}

/** Repeated parameters become lists. */
function repeated(search: string): [string, string[]][] {
  const parameters = new URLSearchParams(search);
  return [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]);
}

export function searchCommands(
  text: string,
  { held, connection }: Pick<PaletteParts, 'held' | 'connection'>,
): PaletteCommand[] {
  const q = text.trim();
  if (q === '') return [];
  const search = (key: string, where: string, path: string, name: string): PaletteCommand => ({
    key,
    kind: 'search',
    group: 'Search',
    label: `Find “${q}” ${where}`,
    words: '',
    does: { goTo: withQuery(path, { [name]: q, [connectionParameter]: connection }) },
  });
  return [
    ...(holdsOneOf(held, mayRead.access)
      ? [
          search('find-records', 'among master records', '/access', 'q'),
          search('find-entities', 'among entities', '/access', 'entity'),
        ]
      : []),
    ...(holdsOneOf(held, mayRead.journal) ? [search('find-lines', 'in journal lines', '/journal', 'q')] : []),
  ];
}

/** Commands that contain every word; those whose label starts with the text come first. */
export function foundCommands(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
  const words = plainLetters(text).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, group, words: more }) => {
    const all = plainLetters(`${label} ${group} ${more}`);
    return words.every((word) => all.includes(word));
  });
  const start = words.join(' ');
  const begins = ({ label }: PaletteCommand) => start !== '' && plainLetters(label).startsWith(start);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

function sentencesFor(held: readonly Role[]): string {
  if (!holdsOneOf(held, mayRead.access)) return '';
  const examples = holdsOneOf(held, mayChangeAccess)
    ? ['copy 200 to 999', 'vendors out of 420', 'compare 200 210']
    : ['compare 200 210', 'vendors in 420'];
  return `Also sentences: ${examples.map((one) => `“${one}”`).join(', ')}.`;
}

/**
 * How many results a text has; without a text, which sentences are possible.
 * @param unread added where records could not be searched.
 */
export function foundInWords(
  text: string,
  { commands, targets, isMore }: { commands: number; targets: number; isMore: boolean },
  held: readonly Role[],
  unread: string,
): string {
  if (text.trim() === '') return sentencesFor(held);
  if (commands + targets === 0)
    return `No command matches “${text.trim()}”. Press Enter to search for it.${unread}`;
  const matching = `${counted(commands, 'command')} ${plural(commands, 'matches', 'match')}`;
  if (targets === 0) return `${matching}.${unread}`;
  const things = counted(targets, 'record or entity', 'records and entities');
  const listed = isMore ? `${things} listed, more match` : `${things} ${plural(targets, 'matches', 'match')}`;
  return commands === 0 ? `${listed}.` : `${matching}, ${listed}.`;
}

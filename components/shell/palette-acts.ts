import { comparedText } from '@/lib/client/address/compared-parameter';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { withQuery } from '@/lib/client/paths';
import { recordInWords, waitForAllWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { recordOfText } from '@/lib/domain/access/names/record-text';
import type { TypedAct } from '@/lib/domain/access/change/typed-acts';
import { counted } from '@/lib/domain/counted';
import { listText } from '@/lib/domain/filter-syntax';
import type { AddressParts, PaletteCommand, RecordsAct } from './palette-commands';

interface ActParts extends AddressParts {
  matrix: AccessMatrix;
  mayChange: boolean;
  isComplete: boolean;
}

const mostNamed = 3;

export function actCommands(acts: readonly TypedAct[], parts: ActParts): PaletteCommand[] {
  return acts.flatMap((act, at) => {
    if (act.kind === 'compare') return compareCommand(act, parts) ?? [];
    const show = showCommand(act, parts, at);
    if (!parts.mayChange) return [show];
    return act.isAsked ? [changeCommand(act, parts, at), show] : [show, changeCommand(act, parts, at)];
  });
}

function command(key: string, label: string, does: PaletteCommand['does']): PaletteCommand {
  return { key: `typed ${key}`, kind: 'act', group: 'Access', label, words: '', does };
}

function changing(command: PaletteCommand, { isComplete }: ActParts): PaletteCommand {
  return isComplete ? command : { ...command, whyNot: waitForAllWords };
}

function compareCommand(
  { compared }: Extract<TypedAct, { kind: 'compare' }>,
  parts: ActParts,
): PaletteCommand | null {
  const { kind, first, second, isCopy } = compared;
  if (isCopy && !parts.mayChange) return null;
  const named = (text: string | null) => {
    const record = kind === 'records' && text !== null ? recordOfText(text) : null;
    return record ? recordInWords(record) : (text ?? '…');
  };
  const [one, other] = [named(first), named(second)];
  const label = isCopy
    ? `Copy access of ${one} to ${other}`
    : `Compare ${one} ${second === null ? 'with …' : `and ${other}`}`;
  // Compares over all records and entities, whatever is filtered.
  const found = command('compare', label, { goTo: addressOf(parts, { compare: comparedText(compared) }) });
  return isCopy ? changing(found, parts) : found;
}

function changeCommand(act: RecordsAct, parts: ActParts, at: number): PaletteCommand {
  const { given, removed } = act;
  const subject = subjectInWords(act, parts.matrix);
  const of = (entities: readonly number[]) => entitiesInWords(entities, parts.matrix);
  const label =
    removed.length === 0
      ? `Give ${subject} access in ${of(given)}…`
      : given.length === 0
        ? `Remove ${subject} from ${of(removed)}…`
        : `Give ${subject} access in ${of(given)}, and remove it from ${of(removed)}…`;
  const does = { stage: act, goTo: shownAddress(act, parts, { review: 'true' }) };
  return changing(command(`change ${String(at)}`, label, does), parts);
}

function showCommand(act: RecordsAct, parts: ActParts, at: number): PaletteCommand {
  const where = entitiesInWords([...act.given, ...act.removed], parts.matrix);
  const label = `Show ${subjectInWords(act, parts.matrix)} in ${where}`;
  return command(`show ${String(at)}`, label, { goTo: shownAddress(act, parts, {}) });
}

function shownAddress(
  { about, given, removed }: RecordsAct,
  parts: ActParts,
  more: Record<string, string>,
): string {
  const { matrix } = parts;
  const entities = listText([...given, ...removed].map((entity) => matrix.entityId(entity)));
  return addressOf(parts, {
    type: about.recordType,
    ...(about.kind === 'record' ? { q: listText([matrix.recordId(about.record)]) } : { entity: entities }),
    ...more,
  });
}

function addressOf({ connection }: ActParts, query: Record<string, string>): string {
  return withQuery('/access', { ...query, [connectionParameter]: connection });
}

function subjectInWords({ about }: RecordsAct, matrix: AccessMatrix): string {
  if (about.kind === 'type') return `every ${about.recordType}`;
  return recordInWords({ recordType: about.recordType, recordId: matrix.recordId(about.record) });
}

function entitiesInWords(entities: readonly number[], matrix: AccessMatrix): string {
  return entities.length > mostNamed
    ? counted(entities.length, 'entity', 'entities')
    : entities.map((entity) => matrix.entityId(entity)).join(', ');
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark, Building2, Package, Plug, Search, Zap, type LucideIcon } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Combobox } from '@/components/ui/fields/combobox';
import { KeyCaps } from '@/components/ui/keys/key-caps';
import { choosePreference } from '@/components/ui/preferences';
import { askedWhile } from '@/lib/client/api';
import { flag } from '@/lib/client/address/parameters';
import { useAddress } from '@/lib/client/address/use-address';
import { demoParts } from '@/lib/client/demo/demo-part';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { documentQuery } from '@/lib/client/matrix/use-access-matrix';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { leaveBy } from '@/lib/client/leave-guard';
import { labelsQuery } from '@/lib/client/labels';
import { undoAddress } from '@/lib/client/paths';
import { sessionQuery } from '@/lib/client/session/session';
import { useSigningOut } from '@/lib/client/session/signing-out';
import { viewsQuery } from '@/lib/client/views';
import { holdsOneOf, mayChangeAccess, mayRead, type Role } from '@/lib/contract/session/roles';
import { findTargets } from '@/lib/domain/access/filter/find-targets';
import { entityOrder } from '@/lib/domain/access/filter/matrix-filter';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityGroups } from '@/lib/domain/access/names/entity-groups';
import { matrixNames, noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { typedActs } from '@/lib/domain/access/change/typed-acts';
import { actCommands } from './palette-acts';
import {
  foundCommands,
  foundInWords,
  groupCommands,
  paletteCommands,
  targetCommands,
  searchCommands,
  viewCommands,
  type CommandKind,
  type PaletteCommand,
} from './palette-commands';
import { places } from './places';
import { usePaletteActs } from './use-palette-acts';

/** Places have icons of their own. */
const icons: Record<Exclude<CommandKind, 'place'>, LucideIcon> = {
  act: Zap,
  record: Package,
  entity: Building2,
  view: Bookmark,
  search: Search,
  connection: Plug,
};

const mostTargets = 5;

const modeParameters = { stage: flag }; // as the access page has it

export interface PaletteListsProps {
  held: readonly Role[];
  words: { label: string; placeholder: string };
  text: string;
  onText: (text: string) => void;
  /** Enter was pressed before the lists loaded; they run their first command then. */
  isEntered: boolean;
  onEnter: (isEntered: boolean) => void;
  onClose: () => void;
}

export function PaletteLists({ held, words, text, onText, isEntered, onEnter, onClose }: PaletteListsProps) {
  const { data: session } = useQuery(sessionQuery());
  const connection = useConnectionKey();
  const parameter = useConnectionParameter();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const router = useRouter();
  const { signOut } = useSigningOut();
  const [, setMode] = useAddress(modeParameters, 'replace');
  const connections = session?.connections;
  const isDemo = session?.demo != null;
  const mustStage = session?.accessReason === 'required';
  const store = useMatrixStore();
  const hasStaged = useStored(store, ({ staged }) => staged.size + staged.offered.length > 0);
  const commands = useMemo(
    () =>
      paletteCommands({
        held,
        connection: parameter,
        connections: connections ?? [],
        isDemo,
        isStaging: mustStage ? null : store.isStaging,
        hasStaged,
        pathname,
        search,
      }),
    [held, parameter, connections, isDemo, mustStage, store, hasStaged, pathname, search],
  );
  const mayFind = holdsOneOf(held, mayRead.access);
  const { isError } = useQuery({ ...documentQuery(store, connection), enabled: askedWhile(mayFind) });
  const { data: labels } = useQuery({ ...labelsQuery(connection), enabled: askedWhile(mayFind) });
  const stored = useStored(store, ({ document }) => document);
  const matrix = mayFind ? stored?.matrix : undefined;
  const mayJournal = holdsOneOf(held, mayRead.journal);
  const ofAccess = useQuery({ ...viewsQuery(connection, 'access'), enabled: askedWhile(mayFind) });
  const ofJournal = useQuery({ ...viewsQuery(connection, 'journal'), enabled: askedWhile(mayJournal) });
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  const address = { connection: parameter, pathname, search };
  const views = viewCommands([...(ofAccess.data ?? []), ...(ofJournal.data ?? [])], address);
  const found = foundCommands([...commands, ...views], text);
  const mayChange = holdsOneOf(held, mayChangeAccess);
  const isComplete = stored?.status.complete === true;
  const acts = useMemo(() => (matrix ? typedActs(text, matrix, names) : []), [matrix, names, text]);
  const typed = matrix ? actCommands(acts, { ...address, matrix, mayChange, isComplete }) : [];
  const { found: foundTargets, isMore } = useMemo(
    () => (matrix ? findTargets(matrix, names, text, mostTargets) : { found: [], isMore: false }),
    [matrix, names, text],
  );
  const targets = targetCommands(foundTargets, address);
  const groups = useMemo(() => (matrix ? groupsOf(matrix, names) : []), [matrix, names]);
  const ofGroups = groupCommands(groups, names.hasGroups, text, address);
  const { undoLast, refresh, stage } = usePaletteActs(connection, held);
  const goTo = (to: string) => {
    router.push(to);
    // Focus returns to the page that is left; the content of the new page takes it afterwards.
    if (!to.startsWith(`${pathname}?`))
      setTimeout(() => document.getElementById('content')?.focus({ preventScroll: true }));
  };
  const run = ({ does, label }: PaletteCommand) => {
    onClose();
    if (does === 'sign-out') signOut();
    else if (does === 'undo') void undoLast((id) => leaveBy(() => goTo(undoAddress(parameter, id))));
    else if (does === 'refresh') void refresh();
    else if ('prefer' in does) choosePreference(does.prefer, does.value);
    else if ('show' in does) demoParts.show(does.show);
    else if ('staging' in does) {
      store.chooseStaging(does.staging);
      if (pathname === '/access') setMode({ stage: does.staging });
      else leaveBy(() => goTo(does.goTo));
    } else if (!('stage' in does) || stage(does.stage, label)) leaveBy(() => goTo(does.goTo));
  };
  const searches = searchCommands(text, { held, connection: parameter });
  const offered = [...typed, ...found, ...ofGroups, ...targets, ...searches];
  const chooseFirst = useEffectEvent(() => {
    onEnter(false);
    const [first] = offered;
    if (first !== undefined && first.whyNot === undefined) run(first);
  });
  useEffect(() => {
    if (isEntered) chooseFirst();
  }, [isEntered]);
  const unread = !mayFind || matrix ? '' : isError ? ' Records could not be read.' : ' Reading the records…';
  return (
    <>
      <Combobox
        {...words}
        listLabel="Commands"
        text={text}
        onText={onText}
        groups={grouped(offered).map(({ group, members }) => ({
          name: group,
          options: members.map((command) => ({
            key: command.key,
            content: <CommandRow command={command} />,
            isDisabled: command.whyNot !== undefined,
            onChoose: () => run(command),
          })),
        }))}
        status={foundInWords(
          text,
          { commands: typed.length + found.length + ofGroups.length, targets: targets.length, isMore },
          held,
          unread,
        )}
        popup={null}
      />
      <p className="mt-2 border-t border-line px-2 pt-2 text-xs text-text-muted max-sm:hidden pointer-coarse:hidden">
        <KeyCaps>↑ or ↓ chooses, ↵ goes, Esc closes</KeyCaps>
      </p>
    </>
  );
}

function groupsOf(matrix: AccessMatrix, names: MatrixNames) {
  const entities = [...entityOrder(matrix, names)];
  return entityGroups(
    entities.map((entity) => matrix.entityId(entity)),
    entities.map(names.group),
  );
}

function CommandRow({ command: { key, kind, label, whyNot } }: { command: PaletteCommand }) {
  const Icon = kind === 'place' ? (places.find(({ path }) => path === key)?.icon ?? Zap) : icons[kind];
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="min-w-0">
        {label}
        {whyNot !== undefined && <span className="block text-xs">{whyNot}</span>}
      </span>
    </span>
  );
}

/** Groups stand in the order of their first commands. */
function grouped(commands: readonly PaletteCommand[]): { group: string; members: PaletteCommand[] }[] {
  const groups = new Map<string, PaletteCommand[]>();
  for (const command of commands) {
    const members = groups.get(command.group);
    if (members === undefined) groups.set(command.group, [command]);
    else members.push(command);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

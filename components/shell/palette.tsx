'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import { Combobox } from '@/components/ui/fields/combobox';
import { Dialog } from '@/components/ui/overlays/modal';
import { choosePreference } from '@/components/ui/preferences';
import { askedWhile } from '@/lib/client/api';
import { demoParts } from '@/lib/client/demo/demo-part';
import { useConnectionKey, useConnectionParameter } from '@/lib/client/connection';
import { documentQuery } from '@/lib/client/matrix/use-access-matrix';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { leaveBy } from '@/lib/client/leave-guard';
import { labelsQuery } from '@/lib/client/labels';
import { sessionQuery } from '@/lib/client/session/session';
import { useSigningOut } from '@/lib/client/session/signing-out';
import { holdsOneOf, mayRead, type Role } from '@/lib/contract/session/roles';
import { findTargets } from '@/lib/domain/access/filter/find-targets';
import { matrixNames, noNames } from '@/lib/domain/access/matrix-names';
import {
  foundCommands,
  foundInWords,
  paletteCommands,
  targetCommands,
  searchCommands,
  type PaletteCommand,
} from './palette-commands';

interface PaletteProps {
  held: readonly Role[];
  isOpen: boolean;
  onClose: () => void;
}

/** Most records, and most entities, that are listed. */
const mostTargets = 5;

/** Goes to a page, finds something, or does something of the console, by a few letters. */
export function Palette({ held, isOpen, onClose }: PaletteProps) {
  const { data: session } = useQuery(sessionQuery());
  const connection = useConnectionKey();
  const parameter = useConnectionParameter();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const router = useRouter();
  const { signOut } = useSigningOut();
  const connections = session?.connections;
  const isDemo = session?.demo != null;
  const commands = useMemo(
    () =>
      paletteCommands({
        held,
        connection: parameter,
        connections: connections ?? [],
        isDemo,
        pathname,
        search,
      }),
    [held, parameter, connections, isDemo, pathname, search],
  );
  const mayFind = holdsOneOf(held, mayRead.access);
  const store = useMatrixStore();
  const { isError } = useQuery(documentQuery(store, connection, isOpen && mayFind));
  const { data: labels } = useQuery({ ...labelsQuery(connection), ...askedWhile(isOpen && mayFind) });
  const shown = useStored(store, ({ document }) => document?.matrix);
  const matrix = mayFind ? shown : undefined;
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  const [text, setText] = useState('');
  const found = useMemo(() => foundCommands(commands, text), [commands, text]);
  const { found: places, isMore } = useMemo(
    () => (matrix ? findTargets(matrix, names, text, mostTargets) : { found: [], isMore: false }),
    [matrix, names, text],
  );
  const targets = targetCommands(places, { connection: parameter, pathname, search });
  const close = () => {
    setText('');
    onClose();
  };
  const run = ({ does }: PaletteCommand) => {
    close();
    if (does === 'sign-out') signOut();
    else if ('prefer' in does) choosePreference(does.prefer, does.value);
    else if ('show' in does) demoParts.show(does.show);
    else leaveBy(() => router.push(does.goTo));
  };
  const offered = [...found, ...targets, ...searchCommands(text, { held, connection: parameter })];
  const unread = !mayFind || matrix ? '' : isError ? ' Records could not be read.' : ' Reading the records…';
  return (
    <Dialog isOpen={isOpen} onClose={close} title="Commands">
      <Combobox
        key={String(isOpen)}
        label="Command or search"
        listLabel="Commands"
        placeholder="Type a command, or what to find"
        text={text}
        onText={setText}
        groups={grouped(offered).map(({ group, members }) => ({
          name: group,
          options: members.map((command) => ({
            key: command.key,
            content: command.label,
            onChoose: () => run(command),
          })),
        }))}
        status={foundInWords(text, { commands: found.length, targets: targets.length, isMore }, unread)}
        popup={null}
      />
    </Dialog>
  );
}

/** Commands by their group, each group where its first one stands. */
function grouped(commands: readonly PaletteCommand[]): { group: string; members: PaletteCommand[] }[] {
  const groups = new Map<string, PaletteCommand[]>();
  for (const command of commands) {
    const members = groups.get(command.group);
    if (members === undefined) groups.set(command.group, [command]);
    else members.push(command);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

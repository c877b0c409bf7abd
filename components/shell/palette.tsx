'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useSignOut } from '@/components/session/use-sign-out';
import { Dialog } from '@/components/ui/dialog';
import { matrixDocumentQuery } from '@/lib/client/access';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import { sessionQuery } from '@/lib/client/session';
import { holdsOneOf, mayRead, type Role } from '@/lib/contract/roles';
import { findPlaces } from '@/lib/domain/access/find-places';
import { matrixNames, noNames } from '@/lib/domain/access/matrix-names';
import { paletteCommands, placeCommands, searchCommands, type PaletteCommand } from './palette-commands';
import { PaletteList } from './palette-list';
import { chooseLook, densityLook, themeLook } from './look';

interface PaletteProps {
  held: readonly Role[];
  isOpen: boolean;
  onClose: () => void;
}

/** Most records, and most entities, that are listed. */
const mostPlaces = 5;

/** Goes to a place, finds something, or does something of the console, by a few letters. */
export function Palette({ held, isOpen, onClose }: PaletteProps) {
  const { data: session } = useQuery(sessionQuery());
  const connection = useConnectionKey();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const router = useRouter();
  const { leave } = useSignOut();
  const connections = session?.connections;
  const commands = useMemo(
    () => paletteCommands({ held, connection, connections: connections ?? [], pathname, search }),
    [held, connection, connections, pathname, search],
  );
  // What the tab has read already: the palette reads no matrix for itself.
  const client = useQueryClient();
  const matrix = client.getQueryData(matrixDocumentQuery(connection).queryKey)?.matrix;
  const labels = client.getQueryData(labelsQuery(connection).queryKey);
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  const finds = useCallback(
    (text: string) => ({
      places:
        matrix && holdsOneOf(held, mayRead.access)
          ? placeCommands(findPlaces(matrix, names, text, mostPlaces), { connection, pathname, search })
          : [],
      searches: searchCommands(text, { held, connection }),
    }),
    [held, connection, matrix, names, pathname, search],
  );
  const run = ({ does }: PaletteCommand) => {
    onClose();
    if (does === 'sign-out') leave();
    else if ('theme' in does) chooseLook(themeLook, does.theme);
    else if ('density' in does) chooseLook(densityLook, does.density);
    else router.push(does.goTo);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Commands">
      <PaletteList commands={commands} finds={finds} onRun={run} />
    </Dialog>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useSignOut } from '@/components/session/use-sign-out';
import { Dialog } from '@/components/ui/dialog';
import { useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session';
import type { Role } from '@/lib/contract/roles';
import { paletteCommands, searchCommands, type PaletteCommand } from './palette-commands';
import { PaletteList } from './palette-list';
import { chooseLook, densityLook, themeLook } from './look';

interface PaletteProps {
  held: readonly Role[];
  isOpen: boolean;
  onClose: () => void;
}

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
  const searches = useCallback(
    (text: string) => searchCommands(text, { held, connection }),
    [held, connection],
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
      <PaletteList commands={commands} searches={searches} onRun={run} />
    </Dialog>
  );
}

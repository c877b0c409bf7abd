'use client';

import {
  AlignJustify,
  ChevronsUpDown,
  CircleUser,
  Equal,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Sun,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { rolesInWords } from '@/components/session/role-words';
import { useSignOut } from '@/components/session/use-sign-out';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { connectionParameter, useConnectionKey } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';
import type { Role } from '@/lib/contract/roles';
import { sessionsPath } from './places';
import { useLook } from './use-look';
import { chooseLook, densityLook, themeLook, type Density, type Theme } from './look';

const themeWords: Record<Theme, { label: string; icon: typeof Sun }> = {
  system: { label: 'As the system', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
};

const densityWords: Record<Density, { label: string; icon: typeof Sun }> = {
  compact: { label: 'Compact', icon: AlignJustify },
  comfortable: { label: 'Comfortable', icon: Equal },
};

interface AccountMenuProps {
  name: string;
  held: readonly Role[];
  /** `row`: name and roles in the navigation; `icon`: a button in the top bar. */
  look: 'row' | 'icon';
}

/** Who is signed in, the look, one's sessions, and the way out. */
export function AccountMenu({ name, held, look }: AccountMenuProps) {
  const theme = useLook(themeLook);
  const density = useLook(densityLook);
  const { leave } = useSignOut();
  const router = useRouter();
  const connection = useConnectionKey();
  const items: MenuItem[] = themeLook.values.map((one, index) => {
    const { label, icon: Icon } = themeWords[one];
    return {
      label,
      icon: <Icon aria-hidden="true" />,
      isSelected: theme === one,
      onSelect: () => chooseLook(themeLook, one),
      group: index === 0 ? 'Theme' : undefined,
    };
  });
  items.push(
    ...densityLook.values.map((one, index) => {
      const { label, icon: Icon } = densityWords[one];
      return {
        label,
        icon: <Icon aria-hidden="true" />,
        isSelected: density === one,
        onSelect: () => chooseLook(densityLook, one),
        group: index === 0 ? 'Rows' : undefined,
      };
    }),
    {
      label: 'Your sessions',
      icon: <MonitorSmartphone aria-hidden="true" />,
      onSelect: () => router.push(withQuery(sessionsPath, { [connectionParameter]: connection })),
      group: 'Session',
    },
    { label: 'Sign out', icon: <LogOut aria-hidden="true" />, onSelect: leave },
  );
  const trigger =
    look === 'icon' ? (
      <IconButton label={`Account: ${name}`} icon={<CircleUser aria-hidden="true" />} />
    ) : (
      <button
        type="button"
        className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-surface-sunken aria-expanded:bg-surface-sunken"
      >
        <CircleUser aria-hidden="true" className="size-5 shrink-0 text-text-faint" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{name}</span>
          <span className="block truncate text-xs text-text-muted">{rolesInWords(held)}</span>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-text-faint" />
      </button>
    );
  return (
    <Menu
      trigger={trigger}
      label="Account"
      items={items}
      align={look === 'icon' ? 'end' : 'above'}
      header={
        <>
          <p className="text-sm font-medium">{name}</p>
          <p className="text-xs text-text-muted">{rolesInWords(held)}</p>
        </>
      }
    />
  );
}

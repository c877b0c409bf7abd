'use client';

import {
  AlignJustify,
  ChevronsUpDown,
  CircleSlash2,
  CircleUser,
  Equal,
  Keyboard,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Sun,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, type MenuItem } from '@/components/ui/overlays/menu';
import {
  choosePreference,
  densityPreference,
  singleKeysPreference,
  themePreference,
  type Density,
  type Preference,
  type SingleKeys,
  type Theme,
} from '@/components/ui/preferences';
import { usePreference } from '@/components/ui/use-preference';
import { connectionParameter, useConnectionParameter } from '@/lib/client/connection';
import { leaveBy } from '@/lib/client/leave-guard';
import { withQuery } from '@/lib/client/paths';
import { useSigningOut } from '@/lib/client/session';
import type { Role } from '@/lib/contract/roles';
import { rolesInWords } from '@/lib/domain/session/role-words';
import { sessionsPath } from './places';

type Words<Value extends string> = Record<Value, { label: string; icon: typeof Sun }>;

const themeWords: Words<Theme> = {
  system: { label: 'System default', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
};

const densityWords: Words<Density> = {
  compact: { label: 'Compact', icon: AlignJustify },
  comfortable: { label: 'Comfortable', icon: Equal },
};

const singleKeysWords: Words<SingleKeys> = {
  on: { label: 'Shortcuts on', icon: Keyboard },
  off: { label: 'Shortcuts off', icon: CircleSlash2 },
};

interface AccountMenuProps {
  name: string;
  held: readonly Role[];
  /** `row`: name and roles in the navigation; `icon`: a button in the top bar. */
  look: 'row' | 'icon';
}

/** Who is signed in, the preferences, one's sessions, and the way out. */
export function AccountMenu({ name, held, look }: AccountMenuProps) {
  const { signOut } = useSigningOut();
  const router = useRouter();
  const connection = useConnectionParameter();
  const items: MenuItem[] = [
    ...useChoice('Theme', themePreference, themeWords),
    ...useChoice('Rows', densityPreference, densityWords),
    ...useChoice('Single-key shortcuts', singleKeysPreference, singleKeysWords),
    {
      label: 'Your sessions',
      icon: <MonitorSmartphone aria-hidden="true" />,
      onSelect: () =>
        leaveBy(() => router.push(withQuery(sessionsPath, { [connectionParameter]: connection }))),
      group: 'Session',
    },
    { label: 'Sign out', icon: <LogOut aria-hidden="true" />, onSelect: signOut },
  ];
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

/** The values of a preference as choices of a menu, below a heading. */
function useChoice<Value extends string>(
  group: string,
  preference: Preference<Value>,
  words: Words<Value>,
): MenuItem[] {
  const current = usePreference(preference);
  return preference.values.map((value, index) => {
    const { label, icon: Icon } = words[value];
    return {
      label,
      icon: <Icon aria-hidden="true" />,
      isSelected: current === value,
      onSelect: () => choosePreference(preference, value),
      group: index === 0 ? group : undefined,
    };
  });
}

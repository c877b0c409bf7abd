'use client';

import {
  AlignJustify,
  CircleSlash2,
  Equal,
  Keyboard,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Sun,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { MenuContent, type MenuGroup } from '@/components/ui/overlays/menu';
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
import { useConnectionParameter } from '@/lib/client/connection';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { leaveBy } from '@/lib/client/leave-guard';
import { withQuery } from '@/lib/client/paths';
import { useSigningOut } from '@/lib/client/session/signing-out';
import type { Role } from '@/lib/contract/session/roles';
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

interface AccountContentProps {
  name: string;
  held: readonly Role[];
  onClose: () => void;
}

export function AccountContent({ name, held, onClose }: AccountContentProps) {
  const { signOut } = useSigningOut();
  const router = useRouter();
  const connection = useConnectionParameter();
  const groups = [
    useChoice('Theme', themePreference, themeWords),
    useChoice('Rows', densityPreference, densityWords),
    useChoice('Single-key shortcuts', singleKeysPreference, singleKeysWords),
    {
      heading: 'Session',
      items: [
        {
          label: 'Your sessions',
          icon: <MonitorSmartphone aria-hidden="true" />,
          onSelect: () =>
            leaveBy(() => router.push(withQuery(sessionsPath, { [connectionParameter]: connection }))),
        },
        { label: 'Sign out', icon: <LogOut aria-hidden="true" />, onSelect: signOut },
      ],
    },
  ];
  return (
    <MenuContent
      label="Account"
      groups={groups}
      header={
        <>
          <p className="text-sm font-medium">{name}</p>
          <p className="text-xs text-text-muted">{rolesInWords(held)}</p>
        </>
      }
      onClose={onClose}
    />
  );
}

function useChoice<Value extends string>(
  heading: string,
  preference: Preference<Value>,
  words: Words<Value>,
): MenuGroup {
  const current = usePreference(preference);
  const items = preference.values.map((value) => {
    const { label, icon: Icon } = words[value];
    return {
      label,
      icon: <Icon aria-hidden="true" />,
      isSelected: current === value,
      onSelect: () => choosePreference(preference, value),
    };
  });
  return { heading, items };
}

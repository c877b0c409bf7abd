'use client';

import { ChevronsUpDown } from 'lucide-react';
import { Avatar } from './avatar';
import { IconButton } from '@/components/ui/icon-button';
import { usePopover } from '@/components/ui/overlays/use-popover';
import type { Role } from '@/lib/contract/session/roles';
import { rolesInWords } from '@/lib/domain/session/role-words';
import { AccountContent } from './account-content';

interface AccountMenuProps {
  name: string;
  held: readonly Role[];
  /** `row`: in the navigation; `icon`: in the top bar. */
  look: 'row' | 'icon';
}

export function AccountMenu({ name, held, look }: AccountMenuProps) {
  const { isOpen, close, triggerProps, panelProps } = usePopover('menu');
  return (
    <>
      {look === 'icon' ? (
        <IconButton {...triggerProps} label={`Account: ${name}`} icon={<Avatar name={name} />} />
      ) : (
        <button
          {...triggerProps}
          type="button"
          className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-hover aria-expanded:bg-hover"
        >
          <Avatar name={name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{name}</span>
            <span className="block text-xs text-text-muted">{rolesInWords(held)}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-text-faint" />
        </button>
      )}
      <div
        {...panelProps}
        data-align={look === 'icon' ? 'end' : 'above'}
        className="popover-panel min-w-52 p-1 outline-none"
      >
        {isOpen && <AccountContent {...{ name, held }} onClose={close} />}
      </div>
    </>
  );
}

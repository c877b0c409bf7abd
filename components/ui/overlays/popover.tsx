'use client';

import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { usePopover } from './use-popover';
import type { LucideIcon } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface PopoverProps {
  /** A button; it gets the props that open the panel. */
  trigger: ReactElement<Record<string, unknown>>;
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end' | 'above';
  className?: string | undefined;
}

/** A panel at its trigger; Escape, a press outside or leaving it closes it. Content exists only while open. */
export function Popover({ trigger, label, children, align = 'start', className }: PopoverProps) {
  const { isOpen, close, triggerProps, panelProps } = usePopover('dialog');
  return (
    <>
      {cloneElement(trigger, triggerProps)}
      <div
        {...panelProps}
        role="dialog"
        aria-label={label}
        data-align={align}
        className={classNames('popover-panel p-3 outline-none', className)}
      >
        {isOpen && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}

export interface ButtonPopoverProps extends Omit<PopoverProps, 'trigger'> {
  icon: LucideIcon;
  caption: ReactNode;
}

export function ButtonPopover({ icon: Icon, caption, ...panel }: ButtonPopoverProps) {
  return (
    <Popover
      {...panel}
      trigger={
        <Button>
          <Icon aria-hidden="true" className="size-4" />
          {caption}
        </Button>
      }
    />
  );
}

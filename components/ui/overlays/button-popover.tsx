'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { OnDemand } from '@/components/ui/on-demand';
import { Popover, type PopoverProps } from './popover';

export interface ButtonPopoverProps extends Omit<PopoverProps, 'trigger'> {
  icon: LucideIcon;
  /** What the button says. */
  caption: ReactNode;
  /** What the panel holds, where its code is loaded when a pointer or the focus is at the button. */
  content?: Pick<OnDemand<object>, 'ahead'>;
}

/** A button with an icon, and the panel that it opens. */
export function ButtonPopover({ icon: Icon, caption, content, ...panel }: ButtonPopoverProps) {
  return (
    <Popover
      {...panel}
      trigger={
        <Button {...content?.ahead}>
          <Icon aria-hidden="true" className="size-4" />
          {caption}
        </Button>
      }
    />
  );
}

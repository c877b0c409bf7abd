'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Popover, type PopoverProps } from './popover';

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

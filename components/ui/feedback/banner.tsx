'use client';

import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { useSpokenWhenInserted } from './status';

export type BannerTone = 'info' | 'warning' | 'danger' | 'success';

const looks = {
  info: { Icon: Info, box: 'border-accent/40 bg-accent-soft', icon: 'text-accent-text' },
  warning: { Icon: TriangleAlert, box: 'border-warning/40 bg-warning-soft', icon: 'text-warning' },
  danger: { Icon: OctagonAlert, box: 'border-danger/40 bg-danger-soft', icon: 'text-danger' },
  success: { Icon: CircleCheck, box: 'border-success/40 bg-success-soft', icon: 'text-success' },
} as const;

interface BannerProps {
  tone: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** Spoken when it appears; `danger` interrupts. */
export function Banner({ tone, title, children, action, className }: BannerProps) {
  const { Icon, box, icon } = looks[tone];
  const message = useRef<HTMLDivElement>(null);
  useSpokenWhenInserted(message, tone === 'danger');
  return (
    <div
      ref={message}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-baseline gap-2 rounded-md border px-3 py-2 text-sm', box, className)}
    >
      {/* A zero-width line aligns the icon with the first line of the text. */}
      <span aria-hidden="true" className="flex shrink-0 items-center before:content-['\200b']">
        <Icon className={classNames('size-4', icon)} />
      </span>
      <div className="min-w-0 flex-1 wrap-break-word">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

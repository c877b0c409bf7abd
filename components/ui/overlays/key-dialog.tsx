'use client';

import type { ReactNode } from 'react';
import { KeyCaps } from '@/components/ui/keys/key-caps';
import { Dialog } from './modal';

export interface KeyGroup {
  title: string;
  rows: readonly (readonly [string, string])[];
}

interface KeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  groups: readonly KeyGroup[];
  /** "the matrix": where single keys always work. */
  place: string;
  children: ReactNode;
}

export function KeyDialog({ isOpen, onClose, groups, place, children }: KeyDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      className="max-w-[min(38rem,calc(100vw-2rem))]!"
    >
      <div className="flex flex-col gap-4">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-xs font-medium text-text-muted">{title}</h3>
            <dl className="mt-1 grid grid-cols-[12rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm max-sm:grid-cols-[8rem_minmax(0,1fr)]">
              {rows.map(([key, meaning]) => (
                <div key={key} className="contents">
                  <dt>
                    <KeyCaps>{key}</KeyCaps>
                  </dt>
                  <dd className="text-text-muted">{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-sm text-text-muted">
          Single keys can be turned off in the account menu; they then act inside {place} only.
        </p>
        <p className="text-sm text-text-muted">{children}</p>
      </div>
    </Dialog>
  );
}

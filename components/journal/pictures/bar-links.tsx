'use client';

import { use, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { groupSearch } from '@/components/journal/analysis/group-address';
import type { JournalAddress } from '@/components/journal/journal-address';
import { isPlainPress } from '@/components/ui/plain-press';
import { CompanyCurrency } from '@/lib/client/connection';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { linesOfGroup } from '@/lib/domain/journal/group-filter';
import { barWords, nextBar, type Bar } from './bars';
import { addedWords } from './measure';

interface BarLinkProps {
  address: JournalAddress;
  /** What the bars are by. */
  by: GroupingKey;
  bar: Bar;
  className: string;
  children: ReactNode;
  tabIndex?: number;
  label?: string;
}

/** Leads to the lines of a bar one by one, all other conditions as they are; its address is for another tab. */
export function BarLink({ address, by, bar, className, children, tabIndex, label }: BarLinkProps) {
  const { query, narrow, group } = address;
  const open = (event: MouseEvent) => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    narrow(linesOfGroup(query, [by], [bar.value]));
    group(null);
  };
  return (
    <a
      href={groupSearch(address, [by], [bar.value])}
      onClick={open}
      tabIndex={tabIndex}
      aria-label={label}
      className={className}
    >
      {children}
    </a>
  );
}

export interface BarLinksProps {
  address: JournalAddress;
  by: GroupingKey;
  bars: readonly Bar[];
  label: string;
  /** Of the list, of an item, and of its link. */
  classes: Record<'list' | 'item' | 'link', string>;
  /** What is seen of a bar. */
  draw: (bar: Bar, at: number) => ReactNode;
  /** The bar that the pointer or the focus is on. */
  onPoint: (bar: Bar | null) => void;
}

/** Bars as a list of links that is one tab stop, within which the arrows walk. */
export function BarLinks({ address, by, bars, label, classes, draw, onPoint }: BarLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  const currency = use(CompanyCurrency);
  const [stop, setStop] = useState(0);
  const at = Math.min(stop, bars.length - 1);
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextBar(at, event.key, bars.length);
    if (next === null) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <ul ref={list} aria-label={label} className={classes.list} onKeyDown={walk}>
      {bars.map((bar, place) => (
        <li
          key={String(bar.value)}
          className={classes.item}
          onFocus={() => {
            setStop(place);
            onPoint(bar);
          }}
          onBlur={() => onPoint(null)}
          onPointerEnter={() => onPoint(bar)}
          onPointerLeave={() => onPoint(null)}
        >
          <BarLink
            {...{ address, by, bar }}
            tabIndex={place === at ? 0 : -1}
            label={`${barWords(by, bar)}: ${addedWords(bar.added, currency)}. Show only these`}
            className={classes.link}
          >
            {draw(bar, place)}
          </BarLink>
        </li>
      ))}
    </ul>
  );
}

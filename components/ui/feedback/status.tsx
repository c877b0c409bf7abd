'use client';

import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';
import { useHydrated } from '@/components/ui/use-hydrated';

/** After this a screen reader knows the region, and speaks its changes. */
const settleMs = 150;

/** One live region for the page. */
let live: { host: HTMLElement; region: HTMLElement } | null = null;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes a screen reader speak: a region inserted together with its words is not spoken. Words of one moment are
 * joined.
 */
export function speak(words: string): void {
  live ??= makeRegion();
  // Everything outside a modal dialog is inert.
  const place = topmostDialog() ?? document.body;
  if (live.host.parentElement !== place) place.append(live.host);
  waiting.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const said = waiting.join(' ');
    waiting = [];
    // A no-break space makes a repeated sentence a change.
    if (live) live.region.textContent = live.region.textContent === said ? `${said}\u00a0` : said;
  }, settleMs);
}

/** A closed shadow tree hides the repeated words from searches of the page. */
function makeRegion(): { host: HTMLElement; region: HTMLElement } {
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  host.attachShadow({ mode: 'closed' }).append(region);
  return { host, region };
}

/**
 * Speaks a message that was inserted after the page loaded.
 * @param isAlert the browser speaks it, unless a dialog makes it inert.
 */
export function useSpokenWhenInserted(message: RefObject<HTMLElement | null>, isAlert = false): void {
  const [isInserted] = useState(useHydrated());
  useEffect(() => {
    const dialog = topmostDialog();
    const isSpoken = isAlert && (dialog === undefined || dialog.contains(message.current));
    const words = (message.current?.ariaLabel ?? message.current?.innerText ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    if (isInserted && !isSpoken && words !== '') speak(words);
  }, [message, isInserted, isAlert]);
}

/** A screen reader has then taken in a page of new rows; until then it drops what else changes. */
const afterRowsMs = 1_000;

/** Speaks words that change together with many rows, once these have come to rest. */
export function useSpokenAfterRows(words: string): void {
  const spoken = useRef(words);
  useEffect(() => {
    if (spoken.current === words) return;
    const timer = setTimeout(() => {
      spoken.current = words;
      speak(words);
    }, afterRowsMs);
    return () => clearTimeout(timer);
  }, [words]);
}

interface StatusProps extends Omit<ComponentProps<'div'>, 'role' | 'ref'> {
  as?: 'div' | 'p' | 'span';
  ref?: RefObject<HTMLDivElement | null>;
}

/** Words that are spoken when they appear or change. */
export function Status({ as = 'div', ref, ...props }: StatusProps) {
  const own = useRef<HTMLDivElement>(null);
  useSpokenWhenInserted(ref ?? own);
  const Tag = as as 'div'; // the others have the same props
  return <Tag {...props} role="status" ref={ref ?? own} />;
}

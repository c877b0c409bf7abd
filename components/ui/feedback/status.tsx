'use client';

import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { topmostDialog } from '@/components/ui/overlays/topmost-dialog';
import { useHydrated } from '@/components/ui/use-hydrated';

/** By then a screen reader knows of a region, and hears when its words change. */
const settleMs = 150;

/** The one region that stands before it is filled, and the element around it. */
let live: { host: HTMLElement; region: HTMLElement } | null = null;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Has a screen reader say something that comes up on the page: a region that is inserted with its words is not spoken.
 * What comes up in the same moment is said one after the other.
 */
export function speak(words: string): void {
  live ??= makeRegion();
  // Outside the topmost open dialog the page is inert, and silent.
  const place = topmostDialog() ?? document.body;
  if (live.host.parentElement !== place) place.append(live.host);
  waiting.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const said = waiting.join(' ');
    waiting = [];
    // A no-break space makes a repeated sentence a change, so that it is spoken again.
    if (live) live.region.textContent = live.region.textContent === said ? `${said}\u00a0` : said;
  }, settleMs);
}

/** In a closed shadow tree: the words stand on the page already, and are not found there twice. */
function makeRegion(): { host: HTMLElement; region: HTMLElement } {
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  host.attachShadow({ mode: 'closed' }).append(region);
  return { host, region };
}

/**
 * Has a message spoken that is inserted with its words after the page was loaded.
 * @param isAlert it is spoken by itself, but for what a dialog makes inert.
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

interface StatusProps extends Omit<ComponentProps<'div'>, 'role' | 'ref'> {
  as?: 'div' | 'p' | 'span';
  ref?: RefObject<HTMLDivElement | null>;
}

/** Words that are spoken when they come up and whenever they change. */
export function Status({ as = 'div', ref, ...props }: StatusProps) {
  const own = useRef<HTMLDivElement>(null);
  useSpokenWhenInserted(ref ?? own);
  const Tag = as as 'div'; // the others take what it takes
  return <Tag {...props} role="status" ref={ref ?? own} />;
}

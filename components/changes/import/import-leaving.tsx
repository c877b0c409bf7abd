'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Confirm } from '@/components/ui/overlays/modal';
import { isPlainPress } from '@/components/ui/plain-press';
import { guardLeaving } from '@/lib/client/leave-guard';
import { isLeavingSession } from '@/lib/client/session/leave-session';

/** Asks before a person leaves the page with ticks or a reason that are not applied. */
export function ImportLeaving({ isOn }: { isOn: boolean }) {
  const router = useRouter();
  const [way, setWay] = useState<WayOut | null>(null);
  const stopBlocking = useBlockLeaving(isOn, setWay);
  const leave = () => {
    if (way === null) return;
    stopBlocking();
    setWay(null);
    if ('href' in way) router.push(way.href);
    else if ('key' in way) window.navigation.traverseTo(way.key);
    else way.go();
  };
  return (
    <Confirm
      isOpen={way !== null}
      title="Leave this page?"
      onClose={() => setWay(null)}
      no="Stay here"
      yes="Leave"
      onConfirm={leave}
    >
      <p>The file was not applied. What you ticked or unticked and the reason will be lost.</p>
    </Confirm>
  );
}

/** Where the person wants to go: an address of the console, an entry of the history, or a step of the shell. */
type WayOut = { href: string } | { key: string } | { go: () => void };

/**
 * Blocks links to other pages of the console, and Back where the browser allows it. The browser itself asks before it
 * closes or reloads the tab.
 * @returns a function that stops the blocking.
 */
function useBlockLeaving(isOn: boolean, onLeave: (way: WayOut) => void): () => void {
  const isThrough = useRef(false);
  const tell = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    const path = window.location.pathname;
    const press = (event: MouseEvent) => {
      const url = isThrough.current ? null : addressOf(event);
      if (url === null || url.pathname === path) return;
      event.preventDefault();
      event.stopPropagation();
      tell({ href: url.pathname + url.search + url.hash });
    };
    const move = (event: NavigateEvent) => {
      if (isThrough.current || event.navigationType !== 'traverse' || !event.cancelable) return;
      if (new URL(event.destination.url).pathname === path) return;
      event.preventDefault();
      tell({ key: event.destination.key });
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (!isThrough.current && !isLeavingSession()) event.preventDefault();
    };
    const { signal } = stop;
    const stopGuard = guardLeaving((go) => (isThrough.current ? go() : tell({ go })));
    window.addEventListener('click', press, { capture: true, signal }); // before the router's own listener
    window.addEventListener('beforeunload', warn, { signal });
    // `popstate` is too late: the router handles Back in it.
    if ('navigation' in window) window.navigation.addEventListener('navigate', move, { signal });
    return () => {
      stopGuard();
      stop.abort();
    };
  }, [isOn]);
  return () => {
    isThrough.current = true;
  };
}

/** The page of the console to which a press on a link leads in this tab; null for every other press. */
function addressOf(event: MouseEvent): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlainPress(event) || link === null || link.href === '' || link.target === '_blank') return null;
  const url = new URL(link.href);
  return link.hasAttribute('download') || url.origin !== window.location.origin ? null : url;
}

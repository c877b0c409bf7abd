import { useEffect, useEffectEvent, useState } from 'react';

/** Where an element is in the window, in CSS pixels. */
export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** What moves an element without a scroll or a resize, such as something above it that comes late, is seen so soon. */
const lookEveryMs = 200;

/** Where the element that `find` finds is at the moment; null while there is none. Brings it into view once. */
export function useTargetBox(key: string, find: () => Element | null): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const look = useEffectEvent((isFirst: { current: boolean }) => {
    const target = find();
    if (target !== null && isFirst.current) {
      isFirst.current = false;
      target.scrollIntoView({ block: 'center' });
    }
    const rect = target?.getBoundingClientRect();
    const next = rect && { top: rect.top, left: rect.left, width: rect.width, height: rect.height };
    setBox((known) => (isSame(known, next ?? null) ? known : (next ?? null)));
  });
  useEffect(() => {
    const isFirst = { current: true };
    const listen = () => look(isFirst);
    listen();
    const timer = setInterval(listen, lookEveryMs);
    window.addEventListener('scroll', listen, { capture: true, passive: true });
    window.addEventListener('resize', listen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', listen, { capture: true });
      window.removeEventListener('resize', listen);
    };
  }, [key]);
  return box;
}

function isSame(a: Box | null, b: Box | null): boolean {
  if (a === null || b === null) return a === b;
  return a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height;
}

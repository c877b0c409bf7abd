import { useEffect, useEffectEvent, useState } from 'react';

/** CSS px in the window. */
export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Finds an element again that moved without a scroll or resize. */
const lookEveryMs = 200;

/** The box of the element that `find` returns; null: none. Scrolls it into view once. */
export function useTargetBox(key: string, find: () => Element | null): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const look = useEffectEvent((isFirst: { current: boolean }) => {
    const target = find();
    if (target !== null && isFirst.current) {
      isFirst.current = false;
      showWithin(document.getElementById('content'), target);
    }
    const rect = target?.getBoundingClientRect();
    const next = rect ? { top: rect.top, left: rect.left, width: rect.width, height: rect.height } : null;
    setBox((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
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

/** CSS px of the card along the bottom of a narrow window, and of the page's edge. */
const [cardHeight, edge] = [220, 16];

/** Scrolls only the page's content, not the window. */
function showWithin(content: HTMLElement | null, target: Element): void {
  if (content === null) return;
  const [room, rect] = [content.getBoundingClientRect(), target.getBoundingClientRect()];
  const free = room.height - (window.innerWidth < 1_024 ? cardHeight : 0);
  content.scrollTop += rect.top - room.top - Math.max(edge, (free - rect.height) / 2);
}

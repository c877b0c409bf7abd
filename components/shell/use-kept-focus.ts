import { useEffect, useRef } from 'react';

/**
 * Puts the focus on the page's content when another page has come and what was in focus is gone, as after a key in the
 * matrix that leads to a change set: the next Tab goes on there, not at the top of the window.
 */
export function useKeptFocus(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, [pathname]);
}

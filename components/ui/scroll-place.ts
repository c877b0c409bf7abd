interface ScrollPlace {
  list: string;
  top: number;
  left: number;
}

const storageKey = 'mem-console-scroll';
/** Lists with pasted filters have long keys. */
const mostKept = 50;

/** The scroll position at which a person left this history entry; null: a first visit, or another list. */
export function placeLeft(scroller: 'grid' | 'page', list: string): ScrollPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
    const place = new Map(kept).get(`${navigation.currentEntry?.key ?? ''} ${scroller}`);
    return place?.list === list ? place : null;
  } catch {
    return null; // storage is forbidden, or the browser has no Navigation API
  }
}

/**
 * Keeps the scroll position for `placeLeft` when a person leaves the history entry.
 * @param list returns the shown list. @returns ends it.
 */
export function keepPlace(element: HTMLElement, scroller: 'grid' | 'page', list: () => string): () => void {
  const note = (place: ScrollPlace | null) => {
    try {
      const key = `${navigation.currentEntry?.key ?? ''} ${scroller}`;
      const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
      const others = kept.filter(([other]) => other !== key).slice(1 - mostKept);
      sessionStorage.setItem(storageKey, JSON.stringify(place === null ? others : [...others, [key, place]]));
    } catch {
      // As above.
    }
  };
  const keep = () => note({ list: list(), top: element.scrollTop, left: element.scrollLeft });
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('pagehide', keep, { signal });
  // Fires before the entry changes. A list with a new address starts at its top.
  const onNavigate = ({ navigationType, destination }: NavigateEvent) => {
    if (navigationType !== 'replace') keep();
    else if (destination.url !== window.location.href) note(null);
  };
  if ('navigation' in window) navigation.addEventListener('navigate', onNavigate, { signal });
  return () => ended.abort();
}

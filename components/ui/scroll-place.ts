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
    const places = new Map(keptPlaces()).get(`${navigation.currentEntry?.key ?? ''} ${scroller}`);
    return places?.find((place) => place.list === list) ?? null;
  } catch {
    return null; // storage is forbidden, or the browser has no Navigation API
  }
}

/**
 * Keeps the scroll position for `placeLeft` when a person leaves the history entry.
 * @param list returns the shown list. @returns ends it.
 */
export function keepPlace(element: HTMLElement, scroller: 'grid' | 'page', list: () => string): () => void {
  /** Of the shown list and the one before: a list that is read ahead is drawn before its address comes. */
  let places: readonly ScrollPlace[] = [];
  const look = () => {
    const shown = { list: list(), top: element.scrollTop, left: element.scrollLeft };
    places = [shown, ...places.filter((place) => place.list !== shown.list).slice(0, 1)];
  };
  const note = () => {
    try {
      const key = `${navigation.currentEntry?.key ?? ''} ${scroller}`;
      const others = keptPlaces().filter(([other]) => other !== key);
      sessionStorage.setItem(storageKey, JSON.stringify([...others.slice(1 - mostKept), [key, places]]));
    } catch {
      // As above.
    }
  };
  const keep = () => {
    look();
    note();
  };
  const ended = new AbortController();
  const { signal } = ended;
  element.addEventListener('scroll', look, { signal, passive: true });
  window.addEventListener('pagehide', keep, { signal });
  // Fires before the entry changes. A list with a new address starts at its top.
  const onNavigate = ({ navigationType, destination }: NavigateEvent) => {
    if (navigationType !== 'replace') return keep();
    if (destination.url === window.location.href) return;
    places = [];
    note();
  };
  if ('navigation' in window) navigation.addEventListener('navigate', onNavigate, { signal });
  return () => ended.abort();
}

function keptPlaces(): [string, readonly ScrollPlace[]][] {
  return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, readonly ScrollPlace[]][]; // as `keepPlace` stores them
}

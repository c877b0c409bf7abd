/** Scroll offsets in px, and the list or page that was shown there. */
interface ScrollPlace {
  list: string;
  top: number;
  left: number;
}

const storageKey = 'mem-console-scroll';
/** Only so many are kept, the newest: the key of a list with a pasted filter is long. */
const mostKept = 50;

/**
 * Where a scroller stood when the person left this entry of the history. Null on a first visit, or where it showed another
 * list.
 */
export function placeLeft(scroller: 'grid' | 'page', list: string): ScrollPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
    const place = new Map(kept).get(`${navigation.currentEntry?.key ?? ''} ${scroller}`);
    return place?.list === list ? place : null;
  } catch {
    return null; // the browser forbids storage, or has no Navigation API
  }
}

/**
 * Notes for `placeLeft` where a scroller stands, whenever the person leaves the entry of the history.
 * @param list answers which list it shows. @returns ends it.
 */
export function keepPlace(element: HTMLElement, scroller: 'grid' | 'page', list: () => string): () => void {
  const note = (place: ScrollPlace | null) => {
    try {
      const key = `${navigation.currentEntry?.key ?? ''} ${scroller}`;
      const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
      const others = kept.filter(([other]) => other !== key).slice(1 - mostKept);
      sessionStorage.setItem(storageKey, JSON.stringify(place === null ? others : [...others, [key, place]]));
    } catch {
      // As above: nothing is kept.
    }
  };
  const keep = () => note({ list: list(), top: element.scrollTop, left: element.scrollLeft });
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('pagehide', keep, { signal });
  // The event comes before the browser leaves the entry, or gives it another address; a list shown there again begins at its top.
  const onNavigate = ({ navigationType, destination }: NavigateEvent) => {
    if (navigationType !== 'replace') keep();
    else if (destination.url !== window.location.href) note(null);
  };
  if ('navigation' in window) navigation.addEventListener('navigate', onNavigate, { signal });
  return () => ended.abort();
}

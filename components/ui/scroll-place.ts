/** Where a scroller stood, in px, and which list or page it showed there. */
interface ScrollPlace {
  list: string;
  top: number;
  left: number;
}

const storageKey = 'mem-console-scroll';
/** Of more scrollers the places left longest ago are forgotten: a filter that was pasted makes a long name of its list. */
const mostKept = 50;

/**
 * Where a scroller stood when somebody left the entry of the history that is open now, which they have come back to by
 * Back, Forward or reload; null: nowhere, or it showed another list.
 */
export function placeLeft(scroller: 'grid' | 'page', list: string): ScrollPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
    const place = new Map(kept).get(`${navigation.currentEntry?.key ?? ''} ${scroller}`);
    return place?.list === list ? place : null;
  } catch {
    return null; // storage is forbidden, or the browser does not tell the entries of its history
  }
}

/**
 * Notes where a scroller stands whenever somebody leaves the entry of the history that is open, for `placeLeft`.
 * @param list tells what it shows.
 * @returns what ends it.
 */
export function keepPlace(element: HTMLElement, scroller: 'grid' | 'page', list: () => string): () => void {
  const note = (place: ScrollPlace | null) => {
    try {
      const key = `${navigation.currentEntry?.key ?? ''} ${scroller}`;
      const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ScrollPlace][];
      const others = kept.filter(([other]) => other !== key).slice(1 - mostKept);
      sessionStorage.setItem(storageKey, JSON.stringify(place === null ? others : [...others, [key, place]]));
    } catch {
      // As above: nothing is remembered.
    }
  };
  const keep = () => note({ list: list(), top: element.scrollTop, left: element.scrollLeft });
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('pagehide', keep, { signal });
  // It comes before the entry is left, or gets another address: a list that is shown in it once more begins at its top.
  const onNavigate = ({ navigationType, destination }: NavigateEvent) => {
    if (navigationType !== 'replace') keep();
    else if (destination.url !== window.location.href) note(null);
  };
  if ('navigation' in window) navigation.addEventListener('navigate', onNavigate, { signal });
  return () => ended.abort();
}

/**
 * Delays the first paint until the browser has parsed the element with this ID, so that nothing moves while the page
 * is parsed. Other browsers ignore the link.
 * @param media windows for which it applies.
 */
export function PaintAfter({ id, media }: { id: string; media?: string }) {
  return <link rel="expect" href={`#${id}`} blocking="render" media={media} />;
}

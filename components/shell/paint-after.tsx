/**
 * Delays the first paint of a page until the browser has read the element with this ID: buttons at the right of a row would
 * move with each part that follows. Browsers that do not know the link paint while they read.
 * @param media windows for which that holds; all by default.
 */
export function PaintAfter({ id, media }: { id: string; media?: string }) {
  return <link rel="expect" href={`#${id}`} blocking="render" media={media} />;
}

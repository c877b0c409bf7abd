/**
 * Has the first paint of a page wait until it is read up to the element with this ID: what stands at the right of a row
 * would move with each part that comes after. It works in the head of the document, where React puts a link; a browser
 * that does not know it paints as it reads.
 * @param media the windows for which that holds; all where it is left out.
 */
export function PaintAfter({ id, media }: { id: string; media?: string }) {
  return <link rel="expect" href={`#${id}`} blocking="render" media={media} />;
}

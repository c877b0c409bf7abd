/** Blanks that a page does not show: at an end of a text, after another one, or of another width. */
const unseenBlanks = /^\s+|\s+$|\s{2,}|[^\S ]/gu;

/** An ID as a page shows it: a blank by which alone it differs from another ID is drawn, "100␣". */
export function visibleId(id: string): string {
  return id.replace(unseenBlanks, (blanks) => '␣'.repeat(blanks.length));
}

/** From so many changes on, their number has to be typed before they are made. */
const typedFrom = 1_001;

/** Whether so many changes are asked about before they are made. */
export function isAskedAbout(count: number): boolean {
  return count >= typedFrom;
}

/** Whether what was typed is this number, however its digits are grouped. */
export function isCount(typed: string, count: number): boolean {
  return typed.replaceAll(/\D/g, '') === String(count);
}

/** "14:03:12" in the reader's own way, with the day when it is not today's. */
export function clockTime(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString() : date.toLocaleString();
}

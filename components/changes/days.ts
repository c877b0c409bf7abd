/** Things of one day. */
export interface Day<T> {
  /** "Today", "Yesterday", or the date. */
  name: string;
  items: T[];
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** Groups what is in order of time by the browser's days. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => string, now = new Date()): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const name = dayName(new Date(instantOf(item)), now);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}

function dayName(date: Date, now: Date): string {
  const text = date.toDateString();
  if (text === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return text === yesterday.toDateString() ? 'Yesterday' : dates.format(date);
}

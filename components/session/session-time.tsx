/** An instant in the browser's locale: the time, with the day when it is not today's. For what the browser has loaded. */
export function SessionTime({ instant }: { instant: string }) {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  const words = date.toLocaleString(undefined, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <time dateTime={instant} title={date.toLocaleString()} className="tabular">
      {words}
    </time>
  );
}

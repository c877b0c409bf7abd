'use client';

import { useNow } from '@/components/ui/use-now';
import type { JournalPage } from '@/lib/contract/journal';

const moment = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const moreThanADay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Where the lines come from and how old they are. */
export function Freshness({ page }: { page: JournalPage }) {
  const now = useNow(10_000);
  const read = Date.parse(page.asOf);
  const exact = now - read > 86_400_000 ? moreThanADay.format(read) : moment.format(read);
  return (
    <p className="min-w-0 text-xs text-text-muted">
      {page.source === 'remote' ? 'Asked of the service' : 'From the console’s copy of all lines, read'}{' '}
      <time dateTime={page.asOf} title={moreThanADay.format(read)}>
        {ageWords(now - read)} ({exact})
      </time>
      {page.refreshing && '. A newer copy is being read.'}
    </p>
  );
}

function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

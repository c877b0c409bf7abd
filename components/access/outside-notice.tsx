'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useConnectionParameter } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { clockTime } from '@/lib/domain/access/clock-time';
import { counted, plural } from '@/lib/domain/counted';

interface OutsideNoticeProps {
  connection: string;
  outside: NonNullable<MatrixStatus['outside']>;
}

/** Says that assignments were changed in the service without this console, until the reader has taken note of it. */
export function OutsideNotice({ connection, outside }: OutsideNoticeProps) {
  const inAddress = useConnectionParameter();
  const [noted, setNoted] = useState(() => notedSeq(connection));
  const { count, since, until, seq } = outside;
  if (seq === noted) return null;
  const note = () => {
    setNoted(seq);
    keepNoted(connection, seq);
  };
  return (
    <Banner tone="info">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {counted(count, 'assignment')} {plural(count, 'was', 'were')} changed in the service between{' '}
        {clockTime(since)} and {clockTime(until)}, not by this console.
        <Link
          href={withQuery('/changes', { connection: inAddress, kind: 'outside' })}
          className="font-medium text-accent-text underline underline-offset-2"
        >
          Show {plural(count, 'it', 'them')}
        </Link>
        <Button ref={rescueFocus} size="sm" onPress={note}>
          Dismiss
        </Button>
      </span>
    </Banner>
  );
}

const storeName = (connection: string) => `mem-outside-noted:${connection}`;

/** The newest entry that this browser's reader has taken note of. */
function notedSeq(connection: string): number {
  try {
    return Number(localStorage.getItem(storeName(connection)) ?? 0);
  } catch {
    return 0; // a browser that keeps nothing says it again
  }
}

function keepNoted(connection: string, seq: number): void {
  try {
    localStorage.setItem(storeName(connection), String(seq));
  } catch {
    // It is dismissed for as long as the page is open.
  }
}

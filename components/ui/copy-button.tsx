'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { notify } from './feedback/toast-store';
import { Status } from './feedback/status';

/** Copies `text`; where the browser refuses, says how to copy by hand. */
export function CopyButton({
  label,
  text,
  isIcon = false,
  className,
}: {
  label: string;
  text: string;
  isIcon?: boolean;
  className?: string;
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      notify.problem('Not copied', 'The browser did not allow it. Select the text and copy it by hand.');
    }
  };
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={label} onPress={() => void copy()} className={className}>
        {done ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
        {!isIcon && (done ? 'Copied' : label)}
      </Button>
      <Status as="span" className="sr-only">
        {done && 'Copied'}
      </Status>
    </>
  );
}

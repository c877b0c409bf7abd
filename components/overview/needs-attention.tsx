import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { inDigits } from '@/lib/domain/reader-formats';
import type { AttentionItem } from './attention-items';
import { Card } from './card';

const looks = {
  danger: { Icon: CircleAlert, ink: 'text-danger', word: 'Wrong' },
  warning: { Icon: TriangleAlert, ink: 'text-warning', word: 'Check' },
  accent: { Icon: LoaderCircle, ink: 'text-accent-text', word: 'Under way' },
} as const;

/** As many as fit beside the table. */
const mostShown = 5;

interface NeedsAttentionProps {
  items: readonly AttentionItem[];
  reading: 'all' | 'still' | 'in-part';
}

export function NeedsAttention({ items, reading }: NeedsAttentionProps) {
  const [isAll, setAll] = useState(false);
  const isKnown = reading !== 'still';
  // Nothing is listed before all sources are read: a worse matter would move the others.
  const isFew = items.length <= mostShown + 1; // the button would be as tall as one more item
  const shown = isAll || (isKnown && isFew) ? items : isKnown ? items.slice(0, mostShown) : [];
  return (
    <Card title="Needs attention">
      {items.length === 0 && reading === 'all' && (
        <div className="flex items-start gap-2 py-2">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          <div>
            <p className="font-medium">Nothing needs your attention</p>
            <p className="text-sm text-text-muted">
              The service responds, and none of the console’s checks found anything wrong.
            </p>
          </div>
        </div>
      )}
      {reading === 'in-part' && (
        <p className="py-2 text-sm text-text-muted">
          Some of it could not be read, so there may be more. Each part that could not be read says why.
        </p>
      )}
      {!isKnown && <Skeleton className="my-2 min-h-0 flex-1" />}
      <ul className="flex flex-col">
        {shown.map(({ key, tone, title, more, step }) => {
          const { Icon, ink, word } = looks[tone];
          return (
            <li key={key} className="flex items-start gap-2 border-t border-line py-1.5 first:border-t-0">
              <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', ink)} />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-medium wrap-anywhere">
                  <span className="sr-only">{word}: </span>
                  {title}
                </p>
                <p className="text-xs wrap-anywhere text-text-muted">{more}</p>
              </div>
              <Link
                href={step.href}
                prefetch={false}
                data-print="hide"
                aria-label={`${step.label}: ${title}`}
                className={classNames(buttonClasses('secondary', 'sm'), 'w-20')}
              >
                {step.label}
              </Link>
            </li>
          );
        })}
      </ul>
      {isKnown && !isFew && !isAll && (
        <Button size="sm" variant="ghost" onPress={() => setAll(true)} className="self-start">
          Show {inDigits(items.length - mostShown)} more
        </Button>
      )}
    </Card>
  );
}

import { Check } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { Status } from '@/components/ui/feedback/status';
import { classNames } from '@/components/ui/class-names';
import { TextLink } from '@/components/ui/text-link';
import { changeSetAddress } from '@/lib/client/paths';
import { useConnectionParameter } from '@/lib/client/connection';
import type { Presenter } from '@/lib/contract/demo/presenter';

interface StoryStepProps {
  step: Presenter['steps'][number];
  number: number;
  isLast: boolean;
  /** In a narrow window only the waiting step is shown. */
  isWaiting: boolean;
}

/** A step: its plan before it is played, what to look at afterwards. */
export function StoryStep({ step, number, isLast, isWaiting }: StoryStepProps) {
  const { state, title, happens, waitsFor, look, page, changeSetId } = step;
  const connection = useConnectionParameter();
  const [path, search] = page.split('?');
  const shown = useSearchParams();
  const isThere =
    usePathname() === path &&
    [...new URLSearchParams(search)].every(([name, value]) => shown.has(name, value));
  const isNext = state === 'next' || state === 'waiting';
  return (
    <li
      className={classNames(
        'grid grid-cols-[1.5rem_1fr] gap-x-2',
        !isNext && (isWaiting || !isLast) && 'max-lg:hidden',
      )}
      aria-current={isNext ? 'step' : undefined}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'tabular grid size-5 place-items-center rounded-full border text-xs',
          state === 'played' && 'border-transparent bg-success-soft text-success',
          isNext && 'border-accent bg-accent text-on-accent',
          state === 'later' && 'border-line text-text-faint',
        )}
      >
        {state === 'played' ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className={classNames('font-medium', state === 'later' && 'text-text-muted')}>
          {title}
          {state === 'played' && <span className="sr-only"> (played)</span>}
        </h3>
        {isNext && (
          <p className={classNames('mt-0.5 text-text-muted', isWaiting && 'max-lg:hidden')}>{happens}</p>
        )}
        {state === 'waiting' && (
          <Status as="p" className="mt-1 font-medium text-accent-text">
            {waitsFor}
          </Status>
        )}
        {isLast && (
          <Status as="p" className="mt-0.5 text-text-muted">
            {look}
          </Status>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 empty:hidden">
          {isNext && !isThere && <TextLink href={page}>Show the matrix</TextLink>}
          {isLast && changeSetId !== null && (
            <TextLink href={changeSetAddress(connection, changeSetId)}>Show the change set</TextLink>
          )}
        </p>
      </div>
    </li>
  );
}

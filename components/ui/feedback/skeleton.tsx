import { classNames } from '@/components/ui/class-names';

/** A quiet block in the place of something that is still coming; give it a height and width. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-sm bg-line', className)} />;
}

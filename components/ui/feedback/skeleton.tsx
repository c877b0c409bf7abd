import { classNames } from '@/components/ui/class-names';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-sm bg-line', className)} />;
}

import { classNames } from '@/components/ui/class-names';

export function Ring({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-3.5 shrink-0 animate-turn rounded-full border-2 border-current border-t-transparent opacity-80',
        className,
      )}
    />
  );
}

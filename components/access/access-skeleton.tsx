import { classNames } from '@/components/ui/class-names';
import styles from './access-skeleton.module.css';

/** The shape of the matrix. Its rows are one picture: hundreds of animated blocks would slow a slow computer. */
export function AccessSkeleton() {
  return (
    <>
      <noscript>
        <p className="py-4">The matrix is drawn by scripts, and this browser runs none.</p>
      </noscript>
      <div className={classNames('flex h-full flex-col gap-2', styles.skeleton)} aria-hidden="true">
        <div className="min-h-0 flex-1 overflow-hidden rounded-md border border-line bg-surface">
          <div className="h-12 border-b border-line-strong" />
          <div className={classNames('animate-breathe', styles.rows)} />
        </div>
        <div className="h-18 max-sm:h-16 short:h-9" />
      </div>
    </>
  );
}

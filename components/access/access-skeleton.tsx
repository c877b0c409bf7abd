import { classNames } from '@/components/ui/class-names';
import styles from './access-skeleton.module.css';

/**
 * The shape of the matrix before its first rows have arrived: one picture, because hundreds of blocks that breathe cost
 * a slow computer more time than the rows themselves.
 */
export function AccessSkeleton() {
  return (
    <div className="h-full overflow-hidden rounded-md border border-line bg-surface" aria-hidden="true">
      <div className="h-12 border-b border-line-strong" />
      <div className={classNames('animate-breathe', styles.rows)} />
    </div>
  );
}

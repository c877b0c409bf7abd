import { classNames } from './class-names';
import styles from './share-tint.module.css';

/** None is a value and has an edge; missing assignments have none. */
export const edgeOfNone = 'outline outline-line-strong -outline-offset-1';

export function ShareScale() {
  return (
    <p
      aria-hidden="true"
      className="tabular flex items-center gap-1.5 text-xs text-text-muted print:hidden forced-colors:hidden"
    >
      0%
      <span className="flex gap-px">
        {Array.from({ length: 11 }, (_, tint) => (
          <span
            key={tint}
            data-tint={tint}
            className={classNames('h-3 w-3 rounded-xs', tint === 0 && edgeOfNone, styles.cell)}
          />
        ))}
      </span>
      100% have access
    </p>
  );
}

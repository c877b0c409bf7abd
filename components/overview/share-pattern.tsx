import { classNames } from '@/components/ui/class-names';
import styles from '@/components/ui/share-tint.module.css';

const rows = [
  '9787643206',
  '8676542105',
  '7897421003',
  '3342121000',
  '9998887760',
  '2101003200',
  '6785430021',
  '1000210010',
  '4453322110',
  '8899976540',
];
const [wide, high, gap] = [96, 64, 4];

/** A drawing for people who may not see access; screen readers skip it. */
export function SharePattern() {
  const columns = rows[0]?.length ?? 0;
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${String(columns * (wide + gap) - gap + 2)} ${String(rows.length * (high + gap) - gap + 2)}`}
      className="w-full max-w-5xl forced-colors:hidden"
    >
      {rows.flatMap((row, y) =>
        Array.from(row, (tint, x) => (
          <rect
            key={`${String(x)} ${String(y)}`}
            data-tint={tint}
            className={classNames('stroke-line', styles.cell)}
            x={x * (wide + gap)}
            y={y * (high + gap)}
            width={wide}
            height={high}
            rx="3"
          />
        )),
      )}
    </svg>
  );
}

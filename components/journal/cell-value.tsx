import { classNames } from '@/components/ui/class-names';
import type { JournalField } from '@/lib/domain/journal/fields';
import { formatValue } from './value-format';

/** One value of a line. Negative numbers and "No" differ by sign and word; the colour only helps the eye. */
export function CellValue({
  field,
  value,
}: {
  field: JournalField;
  value: string | number | boolean | undefined;
}) {
  const text = formatValue(field, value);
  const tone =
    typeof value === 'number' && value < 0
      ? 'text-danger'
      : value === false || value === 0
        ? 'text-text-faint'
        : null;
  return <span className={classNames(tone)}>{text}</span>;
}

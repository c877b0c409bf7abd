import { classNames } from '@/components/ui/class-names';
import type { JournalField } from '@/lib/domain/journal/fields';
import { formatValue, toneOf } from './value-format';

const tones = { negative: 'text-danger', faint: 'text-text-faint', usual: null };

/** One value of a line. */
export function CellValue({
  field,
  value,
}: {
  field: JournalField;
  value: string | number | boolean | undefined;
}) {
  return <span className={classNames(tones[toneOf(value)])}>{formatValue(field, value)}</span>;
}

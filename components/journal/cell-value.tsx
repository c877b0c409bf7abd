import { classNames } from '@/components/ui/class-names';
import type { Currency } from '@/lib/domain/currency';
import type { JournalField } from '@/lib/domain/journal/fields';
import { formatWithCode, toneOf } from './value-format';

const tones = { negative: 'text-danger', faint: 'text-text-faint', usual: null };

/** One value of a line. */
export function CellValue({
  field,
  value,
  currency = null,
}: {
  field: JournalField;
  /** Shown beside amounts. */
  currency?: Currency | null;
  value: string | number | boolean | undefined;
}) {
  return <span className={classNames(tones[toneOf(value)])}>{formatWithCode(field, value, currency)}</span>;
}

import type { AccessAddress } from '@/components/access/filters/access-parameters';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import { counted, plural } from '@/lib/domain/counted';

/**
 * What of the matrix is on paper: "Filter: type Customer; record “C001*”; empty columns hidden." Says that everything is
 * there only where it is.
 * @param bands how many bands are unfolded, of how many; null: they have no heads.
 * @param isCut whether rows are left out because there are very many.
 */
export function filterInWords(
  { type, q, entity, rows, used }: Pick<AccessAddress, 'type' | 'q' | 'entity' | 'rows' | 'used'>,
  bands: { open: number; all: number } | null,
  isCut: boolean,
): string {
  const parts = [
    type.length > 0 && `type ${type.join(' or ')}`,
    q.trim() !== '' && `record “${q.trim()}”`,
    entity.trim() !== '' && `entity “${entity.trim()}”`,
    rows !== null && `rows: ${rowsLabel(rows).toLowerCase()}`,
    used && 'empty columns hidden',
  ].filter((part) => part !== false);
  const folded = bands === null ? 0 : bands.all - bands.open;
  const sentences =
    parts.length > 0
      ? [`Filter: ${parts.join('; ')}.`]
      : [folded > 0 || isCut ? 'No filter.' : 'No filter: everything is here.'];
  if (folded > 0)
    sentences.push(
      `${counted(folded, 'record type')} ${plural(folded, 'is folded: one row stands', 'are folded: one row each stands')} for all of its records.`,
    );
  return sentences.join(' ');
}

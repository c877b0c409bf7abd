import type { AccessAddress } from '@/components/access/filters/access-address';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import { counted, listed, plural } from '@/lib/domain/counted';

/**
 * "Filter: type Customer; record “C001*”; empty columns hidden."
 * @param bands numbers of open and of all bands; null: the matrix has no bands. @param isCut whether rows are left
 * out. @param groups folded groups of entities, each of which paper shows whole.
 */
export function filterInWords(
  { type, q, entity, rows, used }: Pick<AccessAddress, 'type' | 'q' | 'entity' | 'rows' | 'used'>,
  bands: { open: number; all: number } | null,
  isCut: boolean,
  groups: readonly string[] = [],
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
  if (groups.length > 0)
    sentences.push(
      `${listed(groups, 'and')} ${plural(groups.length, 'is', 'are')} folded on the screen and printed unfolded.`,
    );
  return sentences.join(' ');
}

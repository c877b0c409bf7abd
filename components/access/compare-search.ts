import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';

/** Most records offered at once. */
const most = 8;

/**
 * The records to offer for a text, a part of "Customer 40000": the very one first, then those whose ID, or type and ID, begins
 * so, then the others, those that are called so among them. Without a text the first of those shown.
 */
export function foundRecords(
  matrix: AccessMatrix,
  names: MatrixNames,
  shown: Uint32Array,
  text: string,
): { found: readonly number[]; isMore: boolean } {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { found: [...shown.subarray(0, most)], isMore: shown.length > most };
  const types = matrix.recordTypes.map((type) => type.toLowerCase());
  const exact: number[] = [];
  const begins: number[] = [];
  const contains: number[] = [];
  for (let record = 0; record < matrix.recordCount; record++) {
    const id = matrix.recordId(record).toLowerCase();
    const name = `${types[matrix.recordTypeIndex(record)] ?? ''} ${id}`;
    if (!name.includes(wanted) && !names.record(record).toLowerCase().includes(wanted)) continue;
    const rank =
      id === wanted || name === wanted
        ? exact
        : id.startsWith(wanted) || name.startsWith(wanted)
          ? begins
          : contains;
    // One more than is offered tells that there are more.
    if (rank.length <= most) rank.push(record);
  }
  const all = [...exact, ...begins, ...contains];
  return { found: all.slice(0, most), isMore: all.length > most };
}

import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import type { AccessAddress } from './access-address';
import { rowsWords } from '@/lib/domain/access/filter/rows-words';

type AccessFilter = Pick<AccessAddress, 'type' | 'q' | 'entity' | 'rows'>;

/** What to say when a filter leaves no record, no entity, or neither; null while both have something to show. */
export function nothingFoundWords(
  { type, q, entity, rows }: AccessFilter,
  isWithoutRecords: boolean,
  isWithoutEntities: boolean,
  { hasRecords, hasEntities }: Pick<MatrixNames, 'hasRecords' | 'hasEntities'>,
  outsideNote: string | null,
): { title: string; words: string } | null {
  const noEntity =
    entity.trim() === ''
      ? 'No shown record is open to any entity.'
      : `No entity${hasEntities ? ' or its name' : ''} matches “${entity.trim()}”.`;
  if (!isWithoutRecords) return isWithoutEntities ? { title: 'No entity matches', words: noEntity } : null;
  const ofTypes = type.length === 0 ? '' : ` of type ${type.map((one) => `“${one}”`).join(' or ')}`;
  const noRecord =
    q.trim() === ''
      ? `There is no record${ofTypes}.`
      : `No record ID${hasRecords ? ' or name' : ''}${ofTypes} matches “${short(q.trim())}”.`;
  if (outsideNote !== null) return { title: 'No record is shown', words: outsideNote };
  if (rows !== null && !isWithoutEntities)
    return {
      title: 'No record matches',
      words: `Of the records that the other filters let through, ${rowsWords[rows].none}.`,
    };
  if (!isWithoutEntities) return { title: 'No record matches', words: noRecord };
  return { title: 'No record and no entity matches', words: `${noRecord} ${noEntity}` };
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

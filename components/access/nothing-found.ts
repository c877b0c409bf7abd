interface AccessFilter {
  type: readonly string[];
  q: string;
  entity: string;
}

/** What to say when a filter leaves no record, no entity, or neither; null while both have something to show. */
export function nothingFoundWords(
  { type, q, entity }: AccessFilter,
  isWithoutRecords: boolean,
  isWithoutEntities: boolean,
): { title: string; words: string } | null {
  const noEntity = `No entity contains “${entity.trim()}”.`;
  if (!isWithoutRecords) return isWithoutEntities ? { title: 'No entity matches', words: noEntity } : null;
  const ofTypes = type.length === 0 ? '' : ` of type ${type.map((one) => `“${one}”`).join(' or ')}`;
  const noRecord =
    q.trim() === '' ? `There is no record${ofTypes}.` : `No record ID${ofTypes} contains “${q.trim()}”.`;
  if (!isWithoutEntities) return { title: 'No record matches', words: noRecord };
  return { title: 'No record and no entity matches', words: `${noRecord} ${noEntity}` };
}

import type { FileFilter, FileOrigin } from '@/lib/contract/access-file';

const written = /^base of (\S+) as of (\S+?)(?: where (\S+?))?(?: columns ([0-9a-f]{8}))?$/i;

/** What the header of the base column tells of the file. */
export interface BaseHeader extends FileOrigin {
  /** Digest of the entity columns in their order; null in the long shape. */
  columns: string | null;
}

/**
 * Header of the base column. It says which connection the file is of, how old its values are and which filter it was
 * made with, so that a CSV carries that too.
 */
export function baseHeaderOf({ connection, asOf, filter, columns }: BaseHeader): string {
  const where = filterAsQuery(filter);
  return (
    `Base of ${connection} as of ${asOf}` +
    (where === '' ? '' : ` where ${where}`) +
    (columns === null ? '' : ` columns ${columns}`)
  );
}

/** What such a header says, or null. */
export function readBaseHeader(header: string): BaseHeader | null {
  const [, connection, asOf, where = '', columns = null] = written.exec(header.trim()) ?? [];
  if (connection === undefined || asOf === undefined) return null;
  const query = new URLSearchParams(where);
  const filter: FileFilter = {
    type: query.getAll('type').filter((type) => type !== ''),
    q: query.get('q') ?? '',
    entity: query.get('entity') ?? '',
  };
  return { connection, asOf, filter, columns };
}

function filterAsQuery({ type, q, entity }: FileFilter): string {
  const query = new URLSearchParams(type.map((one) => ['type', one]));
  if (q !== '') query.set('q', q);
  if (entity !== '') query.set('entity', entity);
  return query.toString();
}

/** A short digest of entity IDs in their order: base letters fit only the columns they were written for. */
export function columnsDigest(entityIds: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const id of entityIds) {
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193); // an end that no character is
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

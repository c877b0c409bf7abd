import { afterName, type EntityNames } from '@/lib/domain/access/names/named';
import type { TableColumn } from '../table/table-model';

/** Px of the column of entities where they have names. */
const namedWidth = 176;

/**
 * The column; that of entities shows their names beside their codes, and is usually wider. In a narrow one the name is
 * cut and the code stays whole.
 */
export function withEntityNames(column: TableColumn, names: EntityNames): TableColumn {
  if (column.field.name !== 'BssiEntityID' || names.size === 0) return column;
  return {
    ...column,
    field: { ...column.field, width: namedWidth },
    partsOf: (code) => {
      const name = names.get(code);
      return name === undefined ? [code, ''] : [name, ` ${afterName(code)}`];
    },
  };
}

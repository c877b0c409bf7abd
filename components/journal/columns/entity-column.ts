import { afterName, type EntityNames } from '@/lib/domain/access/names/named';
import type { TableColumn } from '../table/table-model';

/** Px. */
const namedWidth = 176;

/** Shows entity names beside codes; a narrow column cuts the name. */
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

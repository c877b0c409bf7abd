import 'server-only';
import type { FileOrigin, FileShape } from '@/lib/contract/access-file';
import type { FileContent } from '@/lib/domain/access/file-rows';

interface AboutParts {
  origin: FileOrigin;
  /** The connection as people know it. */
  label: string;
  shape: FileShape;
  content: FileContent;
  /** Cells whose value nobody knew. */
  unknown: number;
}

/** What the second sheet of an exported workbook tells a person of the first. */
export function aboutRows({ origin, label, shape, content, unknown }: AboutParts): string[][] {
  const { type, q, entity } = origin.filter;
  return [
    ['What this is', 'Which entities may use which master records, exported from the MEM Console'],
    ['Connection', `${label} (${origin.connection})`],
    ['As of', origin.asOf],
    ['Record types', type.length === 0 ? 'all' : type.join(', ')],
    ['Text in the record ID', q === '' ? 'any' : q],
    ['Text in the entity', entity === '' ? 'any' : entity],
    ['Records', String(content.records.length)],
    ['Entities', String(content.entities.length)],
    ['Not known at the time', `${String(unknown)} combinations of the connection; marked “unknown”`],
    [
      'How to change access',
      shape === 'long'
        ? 'Write yes or no in the column Access, then import the file. Rows may be removed or sorted.'
        : 'Write yes or no below an entity, then import the file. Blank: there is no such combination. Rows may be removed or sorted; columns should stay.',
    ],
    [
      'The column Base',
      'The values at the export. Leave it as it is: with it, an import sees what was changed in the service since.',
    ],
  ];
}

import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  AccessExportQuery,
  FileFilter,
  ImportCell,
  ImportPreview,
} from '@/lib/contract/access/access-file';
import type { ImportMode } from '@/lib/contract/access/file-kinds';
import { mostFileBytes } from '@/lib/contract/limits';
import type { CreateChanges } from '@/lib/contract/changes/changes';
import { cleanFileName } from '@/lib/contract/hidden-characters';
import { callApi } from './api';
import { callApiForNamedFile, type NamedFile } from './downloads';
import { apiPaths, withQuery } from './paths';

/** @throws ApiError. */
export function exportAccess(connection: string, asked: AccessExportQuery): Promise<NamedFile> {
  const { format, shape, type, q, entity, rows, used, record } = asked;
  const path = withQuery(apiPaths.accessExport, {
    connection,
    format,
    shape,
    type,
    q: q === '' ? undefined : q,
    entity: entity === '' ? undefined : entity,
    rows,
    used: used ? 'true' : undefined,
    record,
  });
  return callApiForNamedFile(path, `access.${format}`);
}

export interface ChosenFile {
  /** Unique for each choice. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Base64. */
  content: string;
  /** Hex. */
  sha256: string;
}

export class ChosenFileError extends Error {
  override name = 'ChosenFileError';
}

/** @throws ChosenFileError where it is empty, too large or unreadable. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  if (file.size === 0) throw new ChosenFileError('The file is empty.');
  if (file.size > mostFileBytes)
    throw new ChosenFileError(
      `The file has ${(file.size / 1024 / 1024).toFixed(1)} MB; ${String(mostFileBytes / 1024 / 1024)} MB is the most. Split it, or export with a narrower filter.`,
    );
  try {
    const [content, bytes] = await Promise.all([base64Of(file), file.arrayBuffer()]);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const name = cleanFileName(file.name);
    return { id: crypto.randomUUID(), name, size: file.size, content, sha256 };
  } catch {
    throw new ChosenFileError(
      'The browser could not read the file. It may have been moved or changed: choose it again.',
    );
  }
}

/** FileReader is the fastest way to base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('unreadable'));
    reader.onload = () => {
      const text = typeof reader.result === 'string' ? reader.result : ''; // `readAsDataURL` gives a text
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}

/**
 * Compares a file with the service; changes nothing. Answers are kept for each mode and filter until the console
 * reads the service again.
 */
export function importPreviewQuery(
  connection: string,
  file: ChosenFile,
  mode: ImportMode,
  filter: FileFilter,
) {
  return queryOptions({
    queryKey: [...comparisonsOf(connection, file), mode, mode === 'equal' ? filter : null],
    queryFn: async ({ client, signal }): Promise<ImportPreview> => {
      const path = withQuery(apiPaths.importChanges, { connection });
      const body = { name: file.name, content: file.content, mode, filter };
      const preview = await callApi<ImportPreview>(path, { method: 'POST', body, signal });
      forgetComparisons(client, connection, file, preview.asOf);
      return preview;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 50,000 cells would cost more than drawing them.
    structuralSharing: false,
  });
}

/** Removes comparisons that are not on the screen. @param olderThan only those of an older read. */
export function forgetComparisons(
  client: QueryClient,
  connection: string | undefined,
  file: ChosenFile,
  olderThan?: string,
): void {
  client.removeQueries({
    queryKey: comparisonsOf(connection, file),
    type: 'inactive',
    predicate: ({ state }) => {
      const { asOf } = (state.data as ImportPreview | undefined) ?? {}; // by the key
      return olderThan === undefined || asOf === undefined || asOf < olderThan;
    },
  });
}

function comparisonsOf(connection: string | undefined, file: ChosenFile) {
  return ['import', connection ?? null, file.id] as const;
}

export function changesFromFile(
  file: ChosenFile,
  cells: readonly ImportCell[],
  reason: string,
): CreateChanges {
  return {
    cells: cells.map(({ recordType, recordId, entityId, accessible, expected }) => ({
      recordType,
      recordId,
      entityId,
      accessible,
      expected,
    })),
    source: { file: file.name, sha256: file.sha256 },
    ...(reason === '' ? {} : { reason }),
  };
}

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

/** The matrix as a file, and the name the console gave it. @throws ApiError. */
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

/** A file that somebody chose, read. */
export interface ChosenFile {
  /** Tells this choice from every other one. */
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** Its bytes in base64. */
  content: string;
  /** SHA-256 of its bytes, in hex. */
  sha256: string;
}

/** A file that was not taken: why, in words. */
export class ChosenFileError extends Error {
  override name = 'ChosenFileError';
}

/**
 * Reads a file that somebody chose.
 * @throws ChosenFileError where it is empty, too large, or the browser cannot read it.
 */
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

/** The browser's own reader is the fastest way to base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('unreadable'));
    reader.onload = () => {
      const text = typeof reader.result === 'string' ? reader.result : ''; // a data URL, by the method called
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}

/**
 * What a file would change, compared with what the service has now. Nothing is changed by asking.
 * Asked once for a file, a mode and a filter: a look at the other mode and back sends the file once each, unless the
 * console has read the service again meanwhile. Asking again compares again.
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
    // Comparing 50,000 cells with those before would cost more than drawing them.
    structuralSharing: false,
  });
}

/** Forgets comparisons of a file that are not on the screen. @param olderThan only those with an older read. */
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
      const { asOf } = (state.data as ImportPreview | undefined) ?? {}; // the key is of comparisons only
      return olderThan === undefined || asOf === undefined || asOf < olderThan;
    },
  });
}

function comparisonsOf(connection: string | undefined, file: ChosenFile) {
  return ['import', connection ?? null, file.id] as const;
}

/** What is asked of the console to make a change set of cells of a file. */
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

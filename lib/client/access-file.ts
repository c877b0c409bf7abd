import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  importCellSchema,
  importPreviewSchema,
  type FileFilter,
  type FileFormat,
  type FileShape,
  type ImportCell,
  type ImportMode,
  type ImportPreview,
} from '@/lib/contract/access-file';
import type { CreateChanges } from '@/lib/contract/changes';
import { callApi } from './api';
import { createChanges } from './changes';
import { callApiForNamedFile, type NamedFile } from './named-file';
import { apiPaths, withQuery } from './paths';

/** The matrix as a file, and the name the console gave it. @throws ApiError. */
export function exportAccess(
  connection: string | undefined,
  asked: FileFilter & { format: FileFormat; shape: FileShape },
): Promise<NamedFile> {
  const { format, shape, type, q, entity } = asked;
  const path = withQuery(apiPaths.accessExport, {
    connection,
    format,
    shape,
    type,
    q: q === '' ? undefined : q,
    entity: entity === '' ? undefined : entity,
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

/** A preview whose cells have not been looked at: there may be 100,000. */
const unreadPreviewSchema = importPreviewSchema.extend({ cells: z.array(z.unknown()) });
const someCellsSchema = z.array(importCellSchema);
const cellsAtOnce = 2_000;

/** Reads cells in slices, so that the page goes on answering meanwhile. */
async function readCells(cells: readonly unknown[]): Promise<ImportCell[]> {
  const read: ImportCell[] = [];
  for (let at = 0; at < cells.length; at += cellsAtOnce) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    read.push(...someCellsSchema.parse(cells.slice(at, at + cellsAtOnce)));
  }
  return read;
}

/**
 * What a file would change, compared with what the service has now. Nothing is changed by asking.
 * Asked once for a file, a mode and a filter: a look at the other mode and back sends the file once each. Asking again
 * compares again.
 */
export function importPreviewQuery(
  connection: string | undefined,
  file: ChosenFile,
  mode: ImportMode,
  filter: FileFilter,
) {
  return queryOptions({
    queryKey: ['import', connection ?? null, file.id, mode, mode === 'equal' ? filter : null],
    queryFn: async ({ signal }): Promise<ImportPreview> => {
      const path = withQuery(apiPaths.importChanges, { connection });
      const body = { name: file.name, content: file.content, mode, filter };
      const answer = await callApi(path, unreadPreviewSchema, { method: 'POST', body, signal });
      return { ...answer, cells: await readCells(answer.cells) };
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 50,000 cells with those before would cost more than drawing them.
    structuralSharing: false,
  });
}

/**
 * Makes a change set of cells from a file.
 * @param key names this wish, so that an answer that got lost does not make two sets of it.
 * @returns the id of the set. @throws ApiError.
 */
export async function createFromFile(
  connection: string | undefined,
  file: ChosenFile,
  { cells, reason, key }: { cells: readonly ImportCell[]; reason: string; key: string },
): Promise<string> {
  const body: CreateChanges = {
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
  return createChanges(connection, body, key);
}

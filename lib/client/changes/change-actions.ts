import type { ChangeSet, ChangesAccepted, CreateChanges } from '@/lib/contract/changes/changes';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import type { Verification } from '@/lib/contract/changes/verification';
import { ApiError, callApi, isSignedOut, mayHaveArrived } from '../api';
import { changePath } from './changes';
import { callApiForNamedFile, type NamedFile } from '../downloads';
import { changeSetRegister } from './change-set-register';
import { apiPaths, withQuery } from '../paths';

/** @param key keeps a repeated request from making two sets. @returns the id of the set. @throws ApiError. */
export async function createChanges(connection: string, body: CreateChanges, key: string): Promise<string> {
  const path = withQuery(apiPaths.changes, { connection });
  const { id } = await callApi<ChangesAccepted>(path, { method: 'POST', body, idempotencyKey: key });
  changeSetRegister.expect(connection, id);
  return id;
}

/** Null: the page opens the sign-in. */
export function notMadeInWords(error: Error): { title: string; detail: string } | null {
  if (isSignedOut(error)) return null;
  if (mayHaveArrived(error))
    return {
      title: 'It is not known whether the change set was made',
      detail: 'The console’s answer did not arrive. Apply again: it is made once at most.',
    };
  const detail = error instanceof ApiError ? error.problem.detail : 'Reload the page.';
  return { title: 'Nothing was changed', detail };
}

/** Marks outside changes as reviewed up to an entry. @throws ApiError; `conflict` where none waits. */
export async function reviewOutside(connection: string, last: number): Promise<void> {
  const path = withQuery(`${apiPaths.changes}/outside/review`, { connection });
  await callApi(path, { method: 'POST', body: { last } });
}

/** @throws ApiError; `conflict` where the set's state does not allow it. */
export function controlChanges(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<ChangeSet> {
  return callApi(`${changePath(id)}/${action}`, { method: 'POST' });
}

/** @throws ApiError. */
export async function retryChanges(
  id: string,
  outcomes: readonly ('rejected' | 'conflict' | 'cancelled')[],
  reason: string,
): Promise<void> {
  await callApi(`${changePath(id)}/retry`, { method: 'POST', body: { outcomes, reason } });
}

/** @param key keeps a repeated request from making two undos. @returns the id of the new set. @throws ApiError. */
export async function undoChanges(id: string, reason: string, key: string): Promise<string> {
  const { id: made } = await callApi<ChangesAccepted>(`${changePath(id)}/undo`, {
    method: 'POST',
    body: { reason },
    idempotencyKey: key,
  });
  return made;
}

/** @throws ApiError. */
export function verifyLog(): Promise<Verification> {
  return callApi(`${apiPaths.changes}/verify`);
}

/** The log records who took it. @throws ApiError. */
export function exportEvidence(scope: EvidenceScope): Promise<NamedFile> {
  return callApiForNamedFile(`${apiPaths.changes}/export`, 'evidence.zip', { method: 'POST', body: scope });
}

import { queryOptions } from '@tanstack/react-query';
import type { Presenter, PresenterStepKey, ResetPreview, ResetStarted } from '@/lib/contract/demo/presenter';
import { callApi } from '../api';

const path = '/api/demo/presenter'; // asked by nothing that every page brings

/** How often the panel asks how far the story is: another tab, or a switch on the page, may have brought it on. */
const askEveryMs = 1_500;

/** How far the story of the demo was played. */
export function presenterQuery() {
  return queryOptions({
    queryKey: ['demo', 'presenter'],
    queryFn: ({ signal }): Promise<Presenter> => callApi(path, { signal, background: true }),
    refetchInterval: askEveryMs,
  });
}

/** Plays the next step. @throws ApiError; `conflict` where that is another one by now. */
export function playStep(step: PresenterStepKey): Promise<Presenter> {
  return callApi(path, { method: 'POST', body: { step } });
}

/** What a reset would take back now. */
export function resetPreviewQuery() {
  return queryOptions({
    queryKey: ['demo', 'reset'],
    queryFn: ({ signal }): Promise<ResetPreview> => callApi(`${path}/reset`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Begins to take back what was played. @throws ApiError; `conflict` where there is nothing, or a change set runs. */
export function resetDemo(): Promise<ResetStarted> {
  return callApi(`${path}/reset`, { method: 'POST', body: {} });
}

import { queryOptions } from '@tanstack/react-query';
import type { Presenter, PresenterStepKey, ResetPreview, ResetStarted } from '@/lib/contract/demo/presenter';
import { backgroundRead, callApi } from '../api';

const path = '/api/demo/presenter';

/** Other tabs and switches move the story too. */
const askEveryMs = 1_500;

export function presenterQuery() {
  return queryOptions({
    queryKey: ['demo', 'presenter'],
    queryFn: backgroundRead<Presenter>(path),
    refetchInterval: askEveryMs,
  });
}

/** @throws ApiError; `conflict` where another step is next. */
export function playStep(step: PresenterStepKey): Promise<Presenter> {
  return callApi(path, { method: 'POST', body: { step } });
}

export function resetPreviewQuery() {
  return queryOptions({
    queryKey: ['demo', 'reset'],
    queryFn: ({ signal }): Promise<ResetPreview> => callApi(`${path}/reset`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** @throws ApiError; `conflict` where there is nothing to reset, or a change set runs. */
export function resetDemo(): Promise<ResetStarted> {
  return callApi(`${path}/reset`, { method: 'POST', body: {} });
}

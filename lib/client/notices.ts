import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  AddReceiver,
  ChangeReceiver,
  DeliveriesQuery,
  DeliveryList,
  ReceiverList,
  ReceiverTest,
} from '@/lib/contract/notices';
import { backgroundRead, callApi } from './api';
import { apiPaths, withQuery } from './paths';

const noticesKey = ['notices'] as const;

export function receiversQuery() {
  return queryOptions({
    queryKey: [...noticesKey, 'receivers'],
    queryFn: backgroundRead<ReceiverList>(apiPaths.noticeReceivers),
    refetchInterval: 15_000,
  });
}

export function deliveriesQuery({ receiver, state, before }: DeliveriesQuery) {
  const asked = { receiver, state, before: before === undefined ? undefined : String(before) };
  return queryOptions({
    queryKey: [...noticesKey, 'deliveries', asked],
    queryFn: backgroundRead<DeliveryList>(withQuery(apiPaths.noticeDeliveries, asked)),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}

/** Receivers and deliveries, to be read again after a change. */
export const allNotices = noticesKey;

const receiverPath = (id: string) => `${apiPaths.noticeReceivers}/${encodeURIComponent(id)}`;

/** @throws ApiError. */
export function addReceiver(receiver: AddReceiver): Promise<{ id: string }> {
  return callApi(apiPaths.noticeReceivers, { method: 'POST', body: receiver });
}

/** Changes what is given. @throws ApiError; `not-found` where it is gone. */
export function changeReceiver(id: string, receiver: ChangeReceiver): Promise<{ id: string }> {
  return callApi(receiverPath(id), { method: 'POST', body: receiver });
}

/** @throws ApiError; `not-found` where it is gone. */
export function removeReceiver(id: string): Promise<{ id: string }> {
  return callApi(receiverPath(id), { method: 'DELETE' });
}

/** Sends a test message at once. @throws ApiError. */
export function testReceiver(id: string): Promise<ReceiverTest> {
  return callApi(`${receiverPath(id)}/test`, { method: 'POST' });
}

/** Sends what was given up once more; without a number all of the receiver. @throws ApiError. */
export function sendAgain(receiver: string, number?: number): Promise<{ deliveries: number }> {
  const body = { receiver, ...(number !== undefined && { number }) };
  return callApi(apiPaths.noticeDeliveries, { method: 'POST', body });
}

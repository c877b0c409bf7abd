import { useQuery } from '@tanstack/react-query';
import { readDocument, readStatus } from './matrix/matrix-requests';

const untilCompleteMs = 1_500;
const afterFailureMs = 5_000;

const statusKey = (connection: string) => ['compared', connection, 'status'] as const;
const documentKey = (connection: string) => ['compared', connection, 'matrix'] as const;

/** A whole matrix as it was when the page asked for it; it changes only when the page asks again. */
export function useComparedMatrix(connection: string, isOn: boolean) {
  const status = useQuery({
    queryKey: statusKey(connection),
    queryFn: ({ signal }) => readStatus(connection, signal),
    enabled: isOn,
    refetchInterval: ({ state: { data, error } }) =>
      data?.complete === true ? false : error === null ? untilCompleteMs : afterFailureMs,
  });
  const document = useQuery({
    queryKey: documentKey(connection),
    queryFn: ({ signal }) => readDocument(connection, signal),
    enabled: isOn && status.data?.complete === true,
    staleTime: Infinity,
    structuralSharing: false,
    // Another replica may have answered, whose own read has not ended.
    refetchInterval: ({ state }) => (state.data?.status.complete === false ? untilCompleteMs : false),
  });
  return {
    shown: document.data?.status.complete === true ? document.data : null,
    status: status.data,
    error: status.error ?? document.error,
    isAsking: status.isFetching || document.isFetching,
    ask: () => void status.refetch().then(() => document.refetch()),
  };
}

import type { Instrumentation } from 'next';

/** Starts the console's parts before the first request; a wrong setting ends the process with every fault named. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('@/lib/server/http/server');
  await startConsole();
}

/** Puts pages that fail into the log, with the id of their request. */
export const onRequestError: Instrumentation.onRequestError = async (error, { path, headers }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { notePageFailure } = await import('@/lib/server/composition');
  await notePageFailure(error, path, String(headers['x-request-id']));
};

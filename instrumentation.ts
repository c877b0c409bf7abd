/** Starts the console's parts before the first request; a wrong setting ends the process with every fault named. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startOrExit } = await import('@/lib/server/composition');
  await startOrExit();
}

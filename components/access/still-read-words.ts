/** Said of what stands on a matrix that is not complete. */
export const stillReadWords = 'The matrix is still being read; this is what has arrived.';

/**
 * Digest of this folder when the page, or the console, was built (`next.config.mjs`): the page takes answers for what
 * this folder says they are, without looking, and names its digest in each request, so that a console that says
 * something else refuses.
 */
export const contractDigest =
  // oxlint-disable-next-line node/no-process-env -- not a setting: the build writes its value here
  process.env.CONTRACT_DIGEST ?? '';

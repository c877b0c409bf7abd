/*
 * What runs at night only (`npm run test:all`): repetition, other data and the second database. A file of such tests is
 * named `*.nightly.test.ts` or `*.nightly.spec.ts` and skips itself by `isNightly`, so that the push run counts what it
 * leaves out. What a promise of `docs/promises.md` cites runs on push.
 */

/** True in `npm run test:all`. */
export const isNightly = process.env.TEST_ALL === 'true';

/** How often, or how much: the first number on push, the second at night. */
export function onPushOrNightly(onPush: number, atNight: number): number {
  return isNightly ? atNight : onPush;
}

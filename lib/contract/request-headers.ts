/** Header of what a page asks by itself: it does not count as use of the session. */
export const backgroundHeader = 'X-Background';

/**
 * Header that names, by id, the person a page was made for: in a session of somebody else the request is refused with
 * `signed-out` and changes nothing. Left out by scripts, and where it is asked who is signed in.
 */
export const pagePersonHeader = 'X-Page-Person';

/** The same in the address, for requests that cannot carry a header (a stream of events). */
export const pagePersonParameter = 'pagePerson';

/**
 * Header that names the contract (`digest.ts`) a page was built with: of another one the request is refused with
 * `invalid-request` and changes nothing. Left out by scripts.
 */
export const pageContractHeader = 'X-Page-Contract';

/** The same in the address, for requests that cannot carry a header (a stream of events). */
export const pageContractParameter = 'pageContract';

/** Of an exported file: how many rows of data it has when it came whole. */
export const rowCountHeader = 'X-Row-Count';

/** Of an exported file of journal lines: the number of the copy it is made of (`copy` of other answers). */
export const journalCopyHeader = 'X-Journal-Copy';

/** Longest record type, record ID or entity ID the console accepts, in characters (the interface names no limit). */
export const longestKeyPart = 250;

/** Most cells of one change set. */
export const mostCells = 100_000;
/** Largest body of a request to store a set, in bytes: so many cells with texts of usual length. */
export const mostChangesBytes = 32 * 1024 * 1024;
/** Longest reason a person may give, in characters. */
export const longestReason = 500;

/** Largest file that is taken in, in bytes, and the request it travels in (base64 in JSON). */
export const mostFileBytes = 16 * 1024 * 1024;
export const mostImportBytes = 24 * 1024 * 1024;
/** Most rows of a file of the long shape, and most cells of one of the wide shape. */
export const mostFileRows = 100_000;
export const mostFileCells = 2_000_000;
/** Most problems, and most cells that need no change, that a preview lists; the counts are of all. */
export const mostListed = 1_000;

/** Longest text filter that a request may carry, in characters. */
export const longestTextFilter = 8_000;
/**
 * Room of a page's filters in an address, in bytes: proxies read a line of 8 KB, which has more in it, and an address is
 * written once more where it is the place to come back to after a sign-in.
 */
export const longestFilterBytes = 6_000;
/** Longest path to come back to after a sign-in, in characters: a page with all its filters. */
export const longestReturnPath = 7_000;

/** Most views of one person in one connection. */
export const mostViews = 100;
/** Longest name of a view, and longest query of an address, in characters. */
export const longestViewName = 80;
export const longestViewSearch = 8_000;

/** Longest name of a record or entity that is kept, in characters. */
export const longestLabel = 250;

/** Most receivers of notices. */
export const mostReceivers = 50;

/** What a request id looks like: short and plain, whoever made it. */
export const requestIdPattern = /^[\w.-]{8,80}$/;

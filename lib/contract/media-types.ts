/** Media type of the columnar document of the access matrix. */
export const matrixMediaType = 'application/octet-stream';

/** Media type of lines of JSON, one a line. */
export const jsonLinesMediaType = 'application/x-ndjson';

/** Media type of `$metadata` as the service sends it. */
export const edmxMediaType = 'application/xml';

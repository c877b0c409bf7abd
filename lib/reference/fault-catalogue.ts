/** Checks one parameter of a fault; answers what is wanted when the value does not fit. */
type ParameterCheck = (value: unknown) => string | null;

const oneOf =
  (...values: readonly unknown[]): ParameterCheck =>
  (value) =>
    values.includes(value) ? null : `one of ${values.map((v) => JSON.stringify(v)).join(', ')}`;

const number =
  (least: number, most: number, whole = true): ParameterCheck =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))
      ? null
      : `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`;

const text: ParameterCheck = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 500
    ? null
    : 'a text of 1 to 500 characters';

const yesNo = oneOf(true, false);

const retryAfter: ParameterCheck = (value) =>
  number(0, 86_400, false)(value) === null ||
  (typeof value === 'string' && /^(none|absurd|date:\d{1,5})$/.test(value))
    ? null
    : 'seconds, "date:<seconds ahead>", "absurd" or "none"';

const cell: ParameterCheck = (value) => {
  const wanted = 'an object with recordType, recordId and entityId, at least one of them';
  if (typeof value !== 'object' || value === null) return wanted;
  const parts = Object.entries(value);
  const known = parts.every(
    ([name, part]) => ['recordType', 'recordId', 'entityId'].includes(name) && typeof part === 'string',
  );
  return known && parts.length > 0 ? null : wanted;
};

/** Parameters that say which requests a fault meets; every kind takes them. */
export const SELECTORS: Readonly<Record<string, ParameterCheck>> = {
  resource: oneOf('security', 'journal', 'metadata', 'companies', 'token', 'any'),
  method: oneOf('GET', 'POST'),
  afterPage: number(0, 1_000_000),
  count: number(1, 1_000_000_000),
  probability: number(0, 1, false),
  cell,
};

const DELAY = number(0, 3_600_000);

/** Every kind of fault with its own parameters. */
export const FAULT_KINDS = {
  status: {
    status: oneOf(400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504),
    retryAfter,
    body: oneOf('json', 'xml', 'html', 'plain', 'empty'),
    code: text,
    message: text,
    afterApply: yesNo,
  },
  slow: { delayMs: DELAY, slowBytes: number(1, 1_000_000_000) },
  hang: { afterApply: yesNo },
  dropBefore: {},
  dropAfter: {},
  truncate: { variant: oneOf('framing', 'json') },
  html200: {},
  empty200: {},
  wrongJson: { variant: oneOf('shape', 'number', 'types', 'nullRow') },
  badUtf8: {},
  protoKeys: {},
  dtdBomb: {},
  vanish: {},
  repeatNextLink: {},
  foreignNextLink: { variant: oneOf('origin', 'path') },
  redirect: { location: text },
  hugeBody: {},
  gzipBomb: { megabytes: number(1, 100_000) },
  duplicateRows: { rows: number(1, 1000) },
  echoDiffers: { variant: oneOf('value', 'key') },
  echoEmpty: {},
  notApplied: {},
  refuse: { ms: number(1, 600_000) },
} satisfies Record<string, Record<string, ParameterCheck>>;

export type FaultKind = keyof typeof FAULT_KINDS;

/** Parameters without which a kind makes no sense. */
export const REQUIRED: Readonly<Partial<Record<FaultKind, readonly string[]>>> = {
  status: ['status'],
  refuse: ['ms'],
};

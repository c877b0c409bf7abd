import { hiddenCharacters } from '@/lib/contract/hidden-characters';

/** How one part of what a page shows is read from the page's address, and written there. */
export interface Parameter<T> {
  /** Its name in the address, where that is not the part's own. */
  name?: string;
  /** Gets every occurrence, at least one; null, or an error: not valid. */
  read: (texts: readonly string[]) => T | null;
  write: (value: NonNullable<T>) => readonly string[];
  /** What holds where the address says nothing, or nothing valid; it is not written. */
  fallback: T;
}

/** What a page keeps in its address, part by part. */
// oxlint-disable-next-line typescript/no-explicit-any -- each part has a type of its own; `AddressState` restores it
export type Parameters = Readonly<Record<string, Parameter<any>>>;

/** The values of the parts. */
export type AddressState<P extends Parameters> = {
  [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** The values that an address gives all parts. */
export function readParameters<P extends Parameters>(
  parameters: P,
  search: URLSearchParams,
): AddressState<P> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, one]) => [key, readParameter(one, search.getAll(one.name ?? key))]),
  ) as AddressState<P>; // of the same parts
}

/** The value that these occurrences in an address give a part. */
export function readParameter({ read, fallback }: Parameters[string], texts: readonly string[]): unknown {
  try {
    return (texts.length === 0 ? null : (read(texts) as unknown)) ?? (fallback as unknown);
  } catch {
    return fallback; // such as a text whose escapes are broken
  }
}

/** A parameter that is given once, and is null where it is not. */
export function parameter<T>(
  read: (text: string) => T | null,
  write: (value: NonNullable<T>) => string = String,
): Parameter<T | null> {
  return { read: ([text = '']) => read(text), write: (value) => [write(value)], fallback: null };
}

/** The same parameter with a value that holds where the address says nothing. */
export function withFallback<T>(one: Parameter<T | null>, fallback: T): Parameter<T> {
  return { ...one, fallback };
}

/** One of these words. */
export function oneOf<T extends string>(words: readonly T[]): Parameter<T | null> {
  return parameter((text) => words.find((word) => word === text) ?? null);
}

/** True or, where the address says nothing, false. */
export const flag = withFallback<boolean>(
  parameter((text) => text.toLowerCase() === 'true'),
  false,
);

/**
 * A text of a page's address as it is; null with control characters: a browser reads those from HTML as other ones, so
 * that its page would not be the server's.
 */
export function addressText(text: string): string | null {
  return /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}

/** Text in a page's address that means something exactly as it is, such as an ID. */
export const exactText = parameter(addressText);

/** Several such texts; none where the address says nothing. */
export const exactTexts: Parameter<string[]> = {
  read: (texts) => texts.filter((text) => addressText(text) !== null),
  write: (texts) => texts,
  fallback: [],
};

/**
 * What a person looks for, written without the blanks around it. Invisible characters, and those that turn the words
 * around them, are left out.
 */
export const searchText = withFallback<string>(
  parameter(
    (text) => addressText(text)?.replaceAll(hiddenCharacters, '') ?? null,
    (text) => text.trim(),
  ),
  '',
);

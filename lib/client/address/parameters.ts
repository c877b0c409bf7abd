import { hiddenCharacters } from '@/lib/contract/hidden-characters';

/** How a part of a page's state is read from the address and written to it. */
export interface Parameter<T> {
  /** Name in the address; the part's own name by default. */
  name?: string;
  /** Gets all occurrences, at least one; null or an error: invalid. */
  read: (texts: readonly string[]) => T | null;
  write: (value: NonNullable<T>) => readonly string[];
  /** Value of an absent or invalid parameter; never written. */
  fallback: T;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each part has a type of its own; `AddressState` restores it
export type Parameters = Readonly<Record<string, Parameter<any>>>;

export type AddressState<P extends Parameters> = {
  [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

export function readParameters<P extends Parameters>(
  parameters: P,
  search: URLSearchParams,
): AddressState<P> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, one]) => [key, readParameter(one, search.getAll(one.name ?? key))]),
  ) as AddressState<P>; // the same keys
}

export function readParameter({ read, fallback }: Parameters[string], texts: readonly string[]): unknown {
  try {
    return (texts.length === 0 ? null : (read(texts) as unknown)) ?? (fallback as unknown);
  } catch {
    return fallback; // such as a broken escape
  }
}

/** A single value, null by default. */
export function parameter<T>(
  read: (text: string) => T | null,
  write: (value: NonNullable<T>) => string = String,
): Parameter<T | null> {
  return { read: ([text = '']) => read(text), write: (value) => [write(value)], fallback: null };
}

export function withFallback<T>(one: Parameter<T | null>, fallback: T): Parameter<T> {
  return { ...one, fallback };
}

export function oneOf<T extends string>(words: readonly T[]): Parameter<T | null> {
  return parameter((text) => words.find((word) => word === text) ?? null);
}

/** False by default. */
export const flag = withFallback<boolean>(
  parameter((text) => text.toLowerCase() === 'true'),
  false,
);

/** Null for control characters, which HTML parsing changes: the browser's page would differ from the server's. */
export function addressText(text: string): string | null {
  return /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}

/** A text that counts exactly, such as an ID. */
export const exactText = parameter(addressText);

export const exactTexts: Parameter<string[]> = {
  read: (texts) => texts.filter((text) => addressText(text) !== null),
  write: (texts) => texts,
  fallback: [],
};

/** A search without surrounding blanks and invisible characters. */
export const searchText = withFallback<string>(
  parameter(
    (text) => addressText(text)?.replaceAll(hiddenCharacters, '') ?? null,
    (text) => text.trim(),
  ),
  '',
);

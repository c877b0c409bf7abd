import { createMultiParser, createSerializer, debounce, throttle, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import type { AddressState, Parameters } from './parameters';

/** Null: the fallback. */
export type Change<P extends Parameters> = { [K in keyof P]?: AddressState<P>[K] | null | undefined };

/** Null resets all parts. A function gets the newest values. */
export type SetAddress<P extends Parameters> = (
  change: Change<P> | null | ((shown: AddressState<P>) => Change<P>),
  /** `typed`: writes the address when typing pauses. */
  how?: 'push' | 'replace' | 'typed',
) => void;

const typingPauseMs = 300;
/** The event of leaving a field that made an entry of the history last. */
let pushedBy: Event | undefined;

/**
 * State in the address. All readers get a new value at once; the address follows. A change by which a field loses the
 * focus is in the address when the setter returns: after the press of a link a later write would lead back to this page.
 * @param parameters a constant; equal names in the address need equal parameters. @param history whether a change
 * adds a history entry; changes of one task share one. @returns values, stable until their texts change, and a
 * setter.
 */
export function useAddress<P extends Parameters>(
  parameters: P,
  history: 'push' | 'replace',
): [AddressState<P>, SetAddress<P>] {
  const [parsers, urlKeys] = parsersOf(parameters);
  const [state, write] = useQueryStates(parsers, { history, urlKeys });
  const set: SetAddress<P> = useCallback(
    (change, how = history) => {
      // nuqs types know neither functions nor the parameters' values.
      const next = change as Partial<Record<string, unknown>> | null;
      const { event } = window;
      if (how === 'typed') void write(next, { limitUrlUpdates: debounce(typingPauseMs) });
      else if (event?.type !== 'focusout' || typeof change === 'function') void write(next, { history: how });
      else {
        void write(next, { limitUrlUpdates: throttle(Infinity) }); // drops pending typed text, writes nothing
        const search = changedSearch(parameters, window.location.search, change);
        const { pathname, hash } = window.location;
        const isPush = how === 'push' && event !== pushedBy;
        if (isPush) pushedBy = event;
        const url = `${pathname}${search === '' ? '' : `?${search}`}${hash}`;
        window.history[isPush ? 'pushState' : 'replaceState'](null, '', url);
      }
    },
    [write, history, parameters],
  );
  return [state as AddressState<P>, set]; // by the same parameters
}

/** Opens another search of this page as a new history entry. */
export function showSearch(search: string): void {
  const readable = createSerializer({})(new URLSearchParams(search), {});
  window.history.pushState(null, '', window.location.pathname + readable + window.location.hash);
}

/** A search with changed parts; null resets one or all. Other parameters stay. */
export function changedSearch<P extends Parameters>(
  parameters: P,
  search: string,
  change: Change<P> | null,
): string {
  const [parsers, urlKeys] = parsersOf(parameters);
  const written = createSerializer(parsers, { urlKeys })(new URLSearchParams(search), change);
  return written.slice(1); // without "?"
}

type Parsers = Record<string, ReturnType<typeof parserOf>>;
const known = new WeakMap<Parameters, [Parsers, Record<string, string>]>();

function parsersOf(parameters: Parameters): [Parsers, Record<string, string>] {
  const made = known.get(parameters);
  if (made !== undefined) return made;
  const entries = Object.entries(parameters);
  const parsers = Object.fromEntries(entries.map(([key, one]) => [key, parserOf(one)]));
  const urlKeys = Object.fromEntries(entries.map(([key, one]) => [key, one.name ?? key]));
  known.set(parameters, [parsers, urlKeys]);
  return [parsers, urlKeys];
}

function parserOf({ read, write, fallback }: Parameters[string]) {
  const textsOf = (value: unknown): string => JSON.stringify(write(value));
  const parser = createMultiParser<unknown>({
    parse: read,
    serialize: (value) => [...write(value)],
    eq: (a, b) => textsOf(a) === textsOf(b),
  });
  return fallback === null ? parser : parser.withDefault(fallback as NonNullable<unknown>);
}

import { createMultiParser, createSerializer, debounce, throttle, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import type { AddressState, Parameters } from './address-parameters';

/** New values of some parts; null: the fallback. */
export type Change<P extends Parameters> = { [K in keyof P]?: AddressState<P>[K] | null | undefined };

/** Changes some parts; null sets all back. A function gets the newest values. */
export type SetAddress<P extends Parameters> = (
  change: Change<P> | null | ((shown: AddressState<P>) => Change<P>),
  /**
   * Another history than usual; `typed`: the address gets the value when typing pauses; `now`: it has the value when this
   * returns, for a change by which a field is left: a write after the press of a link would lead back to this page.
   */
  how?: 'push' | 'replace' | 'typed' | 'now',
) => void;

/** Milliseconds without a key after which the address gets what was typed. */
const typingPauseMs = 300;

/**
 * A part of a page's state that is kept in its address, so that a link shows the same. Everything that reads a part gets
 * its new value at once; the address follows.
 * @param parameters a constant. Two parts with the same name in the address must have the same parameter.
 * @param history whether a change is a new entry of the history; several in one task are one.
 * @returns the values, each the same object until its own texts change, and how to change some.
 */
export function useAddress<P extends Parameters>(
  parameters: P,
  history: 'push' | 'replace',
): [AddressState<P>, SetAddress<P>] {
  const [parsers, urlKeys] = parsersOf(parameters);
  const [state, write] = useQueryStates(parsers, { history, urlKeys });
  const set: SetAddress<P> = useCallback(
    (change, how = history) => {
      // nuqs takes a function too; of the values it knows only that their parameters read and write them.
      const next = change as Partial<Record<string, unknown>> | null;
      if (how === 'typed') void write(next, { limitUrlUpdates: debounce(typingPauseMs) });
      else if (how !== 'now' || typeof change === 'function')
        void write(next, { history: how === 'now' ? history : how });
      else {
        void write(next, { limitUrlUpdates: throttle(Infinity) }); // nuqs drops what was typed, and writes nothing
        const search = changedSearch(parameters, window.location.search, change);
        const { pathname, hash } = window.location;
        window.history.replaceState(null, '', `${pathname}${search === '' ? '' : `?${search}`}${hash}`);
      }
    },
    [write, history, parameters],
  );
  return [state as AddressState<P>, set]; // read by the same parameters
}

/** Shows the page at another search of its address, `?by=…`, as a new entry of the history. */
export function showSearch(search: string): void {
  const readable = createSerializer({})(new URLSearchParams(search), {});
  window.history.pushState(null, '', window.location.pathname + readable + window.location.hash);
}

/** A search with some parts changed, null setting one or all of them back; all other parameters stay as they are. */
export function changedSearch<P extends Parameters>(
  parameters: P,
  search: string,
  change: Change<P> | null,
): string {
  const [parsers, urlKeys] = parsersOf(parameters);
  const written = createSerializer(parsers, { urlKeys })(new URLSearchParams(search), change);
  return written.slice(1); // without the question mark
}

type Parsers = Record<string, ReturnType<typeof parserOf>>;
const known = new WeakMap<Parameters, [Parsers, Record<string, string>]>();

/** The parameters as nuqs has them, and their names in the address. */
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

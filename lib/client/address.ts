import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { readParameter, type AddressState, type Parameters } from './address-parameters';

/** New values of some parts; null: the fallback. */
export type Change<P extends Parameters> = { [K in keyof P]?: AddressState<P>[K] | null | undefined };

/**
 * A part of a page's state that is kept in its address, so that a link shows the same. Values are drawn at once with
 * what is written; Next follows in a transition.
 * @param parameters a constant; what is read is kept by it.
 * @param history whether a change is a new entry of the history; several in one task are one.
 * @returns the values, each the same object until its own texts change, and how to change some; null sets all back.
 */
export function useAddress<P extends Parameters>(
  parameters: P,
  history: 'push' | 'replace',
): [AddressState<P>, (change: Change<P> | null) => void] {
  const search = useSearch();
  const set = useCallback(
    (change: Change<P> | null) => write(changedSearch(parameters, searchNow(), change), history),
    [parameters, history],
  );
  return [readAll(parameters, search), set];
}

/** Shows the page at another search of its address, `?by=…`, as a new entry of the history. */
export function showSearch(search: string): void {
  write(new URLSearchParams(search).toString(), 'push');
}

/** The search of the address, with what is written at once. */
export function useSearch(): string {
  const drawn = useSearchParams().toString();
  const latest = () => (ahead?.passed.has(drawn) ? ahead.search : drawn);
  useEffect(() => settle(drawn), [drawn]);
  return useSyncExternalStore(subscribe, latest, () => drawn);
}

/** New texts of some names of an address; null removes a name, undefined leaves it. */
export type AddressTexts = Readonly<Record<string, readonly string[] | null | undefined>>;

/** Writes some names of the address; all others stay as they are. */
export function writeAddress(change: AddressTexts, history: 'push' | 'replace'): void {
  write(withTexts(searchNow(), change), history);
}

/** A search with other texts under some names. */
export function withTexts(search: string, change: AddressTexts): string {
  const query = new URLSearchParams(search);
  for (const [name, texts] of Object.entries(change)) {
    if (texts === undefined) continue;
    const [first, ...rest] = texts ?? [];
    if (first === undefined) query.delete(name);
    else query.set(name, first);
    for (const text of rest) query.append(name, text);
  }
  return query.toString();
}

/** What was written and Next has not drawn yet, with what it may draw on the way there. */
let ahead: { search: string; passed: ReadonlySet<string> } | null = null;
/** Whether this task has made an entry in the history already. */
let hasPushed = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onPopState);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState);
  };
}

function onPopState(): void {
  settle(null);
}

/** The search of the address, spelled as Next's hook does. */
function searchNow(): string {
  return new URLSearchParams(window.location.search).toString();
}

/** Written at once: what is written after a way to another page has begun leads back to this one. */
function write(search: string, history: 'push' | 'replace'): void {
  const before = searchNow();
  if (search === before) return;
  ahead = { search, passed: new Set(ahead?.passed).add(before) };
  const isPush = history === 'push' && !hasPushed;
  if (isPush) {
    hasPushed = true;
    queueMicrotask(() => (hasPushed = false));
  }
  const { pathname, hash } = window.location;
  const write = () =>
    window.history[isPush ? 'pushState' : 'replaceState'](null, '', pathname + readable(search) + hash);
  // Next follows once it has put its own method in place, which it does after the first effects of a page: an entry
  // written before that would be one that it does not come back to.
  if (isFollowed()) write();
  else setTimeout(write);
  for (const listener of listeners) listener();
}

function isFollowed(): boolean {
  return Object.hasOwn(window.history, 'replaceState');
}

/** Forgets what was written once Next has drawn it, or the address says something else by now. */
function settle(drawn: string | null): void {
  if (ahead === null || (drawn !== ahead.search && searchNow() === ahead.search)) return;
  ahead = null;
  for (const listener of listeners) listener();
}

/** A search with some parts changed, null setting one or all of them back; all other parameters stay as they are. */
export function changedSearch<P extends Parameters>(
  parameters: P,
  search: string,
  change: Change<P> | null,
): string {
  return withTexts(search, changedTexts(parameters, change));
}

/** The texts of the address that say new values of some parts, null setting one or all of them back. */
export function changedTexts<P extends Parameters>(parameters: P, change: Change<P> | null): AddressTexts {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, one]) => {
      const value = change === null ? null : change[key];
      if (value === undefined) return [one.name ?? key, undefined];
      const texts = textsOf(one, value);
      const isFallback = JSON.stringify(texts) === JSON.stringify(textsOf(one, one.fallback));
      return [one.name ?? key, isFallback ? null : texts];
    }),
  );
}

function textsOf(one: Parameters[string], value: unknown): readonly string[] {
  return value === null ? [] : one.write(value);
}

/** Only what would mean something else is escaped, so that people can read what they send each other. */
function readable(search: string): string {
  const parts = [...new URLSearchParams(search)].map(([name, value]) => {
    const escaped = value.replace(/[%+#&"`<>\u0000-\u001f]/g, encodeURIComponent).replaceAll("'", '%27');
    return `${encodeURIComponent(name)}=${escaped.replaceAll(' ', '+')}`;
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

interface Reading {
  search: string;
  texts: Record<string, string>;
  state: Record<string, unknown>;
}
/** What was read last, so that a value stays the same object while its texts do. */
const readings = new WeakMap<Parameters, Reading>();

function readAll<P extends Parameters>(parameters: P, search: string): AddressState<P> {
  const before = readings.get(parameters);
  const isSame = before?.search === search;
  const reading = isSame ? before : readAnew(parameters, search, before);
  if (!isSame) readings.set(parameters, reading);
  return reading.state as AddressState<P>; // read by the same parameters
}

function readAnew(parameters: Parameters, search: string, before: Reading | undefined): Reading {
  const query = new URLSearchParams(search);
  const reading: Reading = { search, texts: {}, state: {} };
  for (const [key, one] of Object.entries(parameters)) {
    const texts = query.getAll(one.name ?? key);
    const spelled = JSON.stringify(texts);
    reading.texts[key] = spelled;
    reading.state[key] = before?.texts[key] === spelled ? before.state[key] : readParameter(one, texts);
  }
  return reading;
}

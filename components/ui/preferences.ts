import { readerCookie } from '@/lib/domain/reader-formats';

/** A choice kept by the browser, as an attribute of <html>. The first value is the default and sets none. */
export interface Preference<Value extends string> {
  readonly values: readonly Value[];
  readonly attribute: string;
  readonly storageKey: string;
}

export const themePreference = {
  values: ['system', 'light', 'dark'],
  attribute: 'data-theme',
  storageKey: 'mem-console-theme',
} as const satisfies Preference<string>;

export type Theme = (typeof themePreference.values)[number];

export const densityPreference = {
  values: ['compact', 'comfortable'],
  attribute: 'data-density',
  storageKey: 'mem-console-density',
} as const satisfies Preference<string>;

export type Density = (typeof densityPreference.values)[number];

/** Speech input may trigger single-key shortcuts by accident. */
export const singleKeysPreference = {
  values: ['on', 'off'],
  attribute: 'data-single-keys',
  storageKey: 'mem-console-single-keys',
} as const satisfies Preference<string>;

export type SingleKeys = (typeof singleKeysPreference.values)[number];

const preferences = [themePreference, densityPreference, singleKeysPreference];

/** Inline script for <head>: applies choices before the first paint. */
export function preferenceScript(): string {
  return `try{${preferences.map(restoring).join('')}}catch(e){}${notingReader()}`;
}

/**
 * Notes the time zone in a cookie for lib/server/http/page-reader.ts, when idle: the first use of Intl takes up to 60
 * ms.
 */
function notingReader(): string {
  const value = 'encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)';
  const secure = "(location.protocol==='https:'?';secure':'')";
  const note = `document.cookie='${readerCookie}='+${value}+';path=/;max-age=31536000;samesite=lax'+${secure}`;
  return `addEventListener('load',()=>{let n=()=>{${note}};window.requestIdleCallback?requestIdleCallback(n,{timeout:2000}):setTimeout(n)})`;
}

function restoring({ values, attribute, storageKey }: Preference<string>): string {
  const chosen = JSON.stringify(values.slice(1));
  return `var v=localStorage.getItem('${storageKey}');if(${chosen}.includes(v))document.documentElement.setAttribute('${attribute}',v);`;
}

const listeners = new Set<() => void>();

export function subscribePreferences(listener: () => void): () => void {
  window.addEventListener('storage', takeFromStorage); // a repeated listener is added once
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function takeFromStorage({ key, newValue }: StorageEvent): void {
  for (const preference of preferences) if (key === preference.storageKey) apply(preference, newValue);
}

/** Colours of tokens may change by theme or system. */
export function subscribeColours(listener: () => void): () => void {
  const ended = new AbortController();
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    window.matchMedia(query).addEventListener('change', listener, { signal: ended.signal });
  const unsubscribe = subscribePreferences(listener);
  return () => {
    ended.abort();
    unsubscribe();
  };
}

export function choosePreference<Value extends string>(preference: Preference<Value>, value: Value): void {
  try {
    if (value === usualPreference(preference)) localStorage.removeItem(preference.storageKey);
    else localStorage.setItem(preference.storageKey, value);
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
  apply(preference, value);
}

export function currentPreference<Value extends string>(preference: Preference<Value>): Value {
  const chosen = document.documentElement.getAttribute(preference.attribute);
  return preference.values.find((value) => value === chosen) ?? usualPreference(preference);
}

export function usualPreference<Value extends string>({ values }: Preference<Value>): Value {
  const [first] = values;
  if (first === undefined) throw new Error('A preference has a usual value.');
  return first;
}

function apply(preference: Preference<string>, value: string | null): void {
  if (value !== null && preference.values.indexOf(value) > 0)
    document.documentElement.setAttribute(preference.attribute, value);
  else document.documentElement.removeAttribute(preference.attribute);
  for (const listener of listeners) listener();
}

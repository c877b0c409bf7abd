import { readerCookie } from '@/lib/domain/reader-formats';

/**
 * How this browser's person wants the console to be: an attribute of <html>, kept by the browser. The first value is the
 * usual one and needs neither.
 */
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

/** Whether a single letter or sign is a shortcut wherever the focus is: who speaks to the computer sets them off by words. */
export const singleKeysPreference = {
  values: ['on', 'off'],
  attribute: 'data-single-keys',
  storageKey: 'mem-console-single-keys',
} as const satisfies Preference<string>;

export type SingleKeys = (typeof singleKeysPreference.values)[number];

const preferences = [themePreference, densityPreference, singleKeysPreference];

/**
 * The script that runs in <head> before anything is painted, so that what was chosen never comes late. Storage may be
 * forbidden; then the usual stays.
 */
export function preferenceScript(): string {
  return `try{${preferences.map(restoring).join('')}}catch(e){}${notingReader()}`;
}

/**
 * Read by lib/server/http/page-reader.ts, so that the server draws the next page with this browser's times. Noted when the
 * browser is idle: the first use of Intl takes up to 60 ms.
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

/** Calls `listener` when a preference changes, here or in another tab. */
export function subscribePreferences(listener: () => void): () => void {
  window.addEventListener('storage', takeFromStorage); // the same one each time: the browser keeps it once
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function takeFromStorage({ key, newValue }: StorageEvent): void {
  for (const preference of preferences) if (key === preference.storageKey) apply(preference, newValue);
}

/** Calls `listener` when what the tokens come to may be other colours: by another theme, or the system's. */
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

/** Takes a preference up at once and keeps it for this browser. */
export function choosePreference<Value extends string>(preference: Preference<Value>, value: Value): void {
  try {
    if (value === usualPreference(preference)) localStorage.removeItem(preference.storageKey);
    else localStorage.setItem(preference.storageKey, value);
  } catch {
    // Storage is forbidden: the choice holds for this page only.
  }
  apply(preference, value);
}

/** What holds on this page. */
export function currentPreference<Value extends string>(preference: Preference<Value>): Value {
  const chosen = document.documentElement.getAttribute(preference.attribute);
  return preference.values.find((value) => value === chosen) ?? usualPreference(preference);
}

/** What holds where nothing was chosen. */
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

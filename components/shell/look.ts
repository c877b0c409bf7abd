/**
 * How this browser's person wants the console to look: an attribute of <html>, kept by the browser. The first value is
 * the usual one and needs neither.
 */
export interface Look<Value extends string> {
  readonly values: readonly Value[];
  readonly attribute: string;
  readonly storageKey: string;
}

const listeners = new Set<() => void>();

export const themeLook = {
  values: ['system', 'light', 'dark'],
  attribute: 'data-theme',
  storageKey: 'mem-console-theme',
} as const satisfies Look<string>;

export type Theme = (typeof themeLook.values)[number];

export const densityLook = {
  values: ['compact', 'comfortable'],
  attribute: 'data-density',
  storageKey: 'mem-console-density',
} as const satisfies Look<string>;

export type Density = (typeof densityLook.values)[number];

/**
 * Runs in <head> before anything is painted, so that a chosen look never flashes. Storage may be forbidden; then the
 * usual one stays.
 */
export const lookScript = `try{${[themeLook, densityLook].map(restoring).join('')}}catch(e){}`;

function restoring({ values, attribute, storageKey }: Look<string>): string {
  const chosen = JSON.stringify(values.slice(1));
  return `var v=localStorage.getItem('${storageKey}');if(${chosen}.includes(v))document.documentElement.setAttribute('${attribute}',v);`;
}

/** Calls `listener` when a look changes, here or in another tab. */
export function subscribeLook(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    for (const look of [themeLook, densityLook]) if (key === look.storageKey) show(look, newValue);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Shows a look and keeps it for this browser. */
export function chooseLook<Value extends string>(look: Look<Value>, value: Value): void {
  try {
    if (value === usualLook(look)) localStorage.removeItem(look.storageKey);
    else localStorage.setItem(look.storageKey, value);
  } catch {
    // Storage is forbidden: the choice holds for this page only.
  }
  show(look, value);
}

/** What is on the page. */
export function shownLook<Value extends string>(look: Look<Value>): Value {
  const shown = document.documentElement.getAttribute(look.attribute);
  return look.values.find((value) => value === shown) ?? usualLook(look);
}

/** What is on the page where nobody chose. */
export function usualLook<Value extends string>({ values }: Look<Value>): Value {
  const [first] = values;
  if (first === undefined) throw new Error('A look has a usual value.');
  return first;
}

function show(look: Look<string>, value: string | null): void {
  if (value !== null && look.values.indexOf(value) > 0)
    document.documentElement.setAttribute(look.attribute, value);
  else document.documentElement.removeAttribute(look.attribute);
  for (const listener of listeners) listener();
}

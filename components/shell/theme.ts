/** What a person can choose in the account menu. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const storageKey = 'mem-console-theme';
const listeners = new Set<() => void>();

/**
 * Runs in <head> before anything is painted, so that a chosen theme never flashes. Storage may be forbidden; then the
 * system's scheme stays.
 */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;

/** The theme that is on the page, for `useSyncExternalStore`. */
export function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Calls `listener` when the theme changes, here or in another tab. */
export function subscribeTheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey) show(event.newValue);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Shows a theme and keeps it for this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden: the choice holds for this page only.
  }
  show(theme);
}

function show(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
}

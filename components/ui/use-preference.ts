'use client';

import { useSyncExternalStore } from 'react';
import { currentPreference, subscribePreferences, usualPreference, type Preference } from './preferences';

/** What holds on this page; drawn anew when it changes, here or in another tab. */
export function usePreference<Value extends string>(preference: Preference<Value>): Value {
  return useSyncExternalStore(
    subscribePreferences,
    () => currentPreference(preference),
    () => usualPreference(preference),
  );
}

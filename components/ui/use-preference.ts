'use client';

import { useSyncExternalStore } from 'react';
import { currentPreference, subscribePreferences, usualPreference, type Preference } from './preferences';

export function usePreference<Value extends string>(preference: Preference<Value>): Value {
  return useSyncExternalStore(
    subscribePreferences,
    () => currentPreference(preference),
    () => usualPreference(preference),
  );
}

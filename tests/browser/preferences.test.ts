import { expect, it, onTestFinished } from 'vitest';
import {
  choosePreference,
  currentPreference,
  densityPreference,
  subscribeColours,
  subscribePreferences,
  themePreference,
} from '@/components/ui/preferences';

it('tells each part of the page once of a preference that is chosen, here or in another tab', () => {
  const heard = [0, 0, 0];
  const hears = (at: number) => () => void (heard[at] = (heard[at] ?? 0) + 1);
  const stops = [subscribePreferences(hears(0)), subscribePreferences(hears(1)), subscribeColours(hears(2))];
  onTestFinished(() => {
    for (const stop of stops) stop();
    choosePreference(densityPreference, 'compact');
    choosePreference(themePreference, 'system');
  });
  const key = densityPreference.storageKey;
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'comfortable' }));
  expect([heard, currentPreference(densityPreference)]).toEqual([[1, 1, 1], 'comfortable']);
  choosePreference(themePreference, 'dark');
  expect(heard).toEqual([2, 2, 2]);
});

import { inDigits, numberFormat } from '@/lib/domain/reader-formats';
import type { Share } from './column-counts';

const percent: Intl.NumberFormatOptions = { style: 'percent' };

/** "54%"; says 0% and 100% only where it is exactly so, and a dash where nothing is set up. */
export function sharePercent({ granted, existing }: Share): string {
  if (existing === 0) return '–';
  const share = granted / existing;
  if (granted > 0 && share < 0.01) return `<${numberFormat(percent).format(0.01)}`;
  if (granted < existing && share > 0.99) return `>${numberFormat(percent).format(0.99)}`;
  return numberFormat(percent).format(share);
}

/** "208 of 433" */
export function shareCounts({ granted, existing }: Share): string {
  return existing === 0 ? 'not set up' : `${inDigits(granted)} of ${inDigits(existing)}`;
}

/** "3 / 4"; a dash where nothing is set up. */
export function shareDigits({ granted, existing }: Share): string {
  return existing === 0 ? '–' : `${inDigits(granted)} / ${inDigits(existing)}`;
}

/** How much of it grants access in ten steps, which its ground is tinted by (share-tint.module.css); 0 only for none. */
export function tintOf({ granted, existing }: Share): number {
  return granted === 0 ? 0 : Math.max(1, Math.round((10 * granted) / existing));
}

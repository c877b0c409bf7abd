import 'server-only';

export interface ZonedInstant {
  /** `2026-11-22T03:07:00` */
  local: string;
  /** `+01:00`, or `Z` for UTC. */
  offset: string;
  /** `2026-11-22 03:07:00 (Europe/Berlin, UTC+01:00)` */
  words: string;
}

export function zonedInstant(instant: Date | number | string, timeZone = 'UTC'): ZonedInstant {
  const at = new Date(instant);
  const said = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(at);
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(said) ?? []; // "GMT" alone: none
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  const offset = timeZone === 'UTC' ? 'Z' : `${sign}${hours}:${minutes}`;
  const zone = timeZone === 'UTC' ? 'UTC' : `${timeZone}, UTC${offset}`;
  return { local, offset, words: `${local.replace('T', ' ')} (${zone})` };
}

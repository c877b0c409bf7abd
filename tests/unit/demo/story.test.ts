import { expect, it } from 'vitest';
import { story, timeOf } from '@/lib/demo/history/story';

const minuteMs = 60_000;

it.each(['2026-11-25T00:00:00.000Z', '2026-11-25T23:59:59.999Z', '2028-03-01T08:00:00.000Z'])(
  'the story lies before a first start at %s, one step after the other',
  (start) => {
    const toldAt = Date.parse(start);
    const times = story.map((step) => timeOf(step, toldAt));
    // Nobody has left the console, or read the service, after somebody else has come.
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0), story[index]?.key).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(toldAt - (times.at(-1) ?? toldAt)).toBeGreaterThan(10 * minuteMs);
    expect(toldAt - (times[0] ?? 0)).toBeLessThan(15 * 24 * 60 * minuteMs);
  },
);

it('its steps are told apart by their keys', () => {
  expect(new Set(story.map(({ key }) => key)).size).toBe(story.length);
});

/** Names of the server-sent events of `GET /api/events`; what each carries: `events.ts`. */
export const eventNames = ['hello', 'access', 'change-set', 'load'] as const;

export type EventName = (typeof eventNames)[number];

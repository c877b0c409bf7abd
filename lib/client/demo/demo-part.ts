export type DemoPart = 'presenter' | 'tour';

/** Shows a part or none; the demo's frame replaces it. */
export const demoParts: { show: (part?: DemoPart) => void } = { show: () => undefined };

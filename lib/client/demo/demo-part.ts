/** What lies over the demo's pages, one at a time: the presenter's panel or the tour. */
export type DemoPart = 'presenter' | 'tour';

/** How whoever is on the page has a part shown, or none; the frame of the demo listens, and without a demo nobody. */
export const demoParts: { show: (part?: DemoPart) => void } = { show: () => undefined };

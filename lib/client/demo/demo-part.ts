/** What lies over the demo's pages, one at a time: the presenter's panel, the tour, or its offer. */
export type DemoPart = 'presenter' | 'tour' | 'offer';

/** How whoever is on the page has a part shown, or none; the frame of the demo listens, and without a demo nobody. */
export const demoParts: { show: (part?: DemoPart) => void } = { show: () => undefined };

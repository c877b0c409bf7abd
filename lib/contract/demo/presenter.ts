import { z } from 'zod';

/** The steps of the presenter's story, in their order. */
export const presenterSteps = ['outside', 'throttled', 'lost-answer', 'older-list'] as const;

/** How a step stands: `waiting` is for the presenter's own switch. */
const stepStates = ['played', 'waiting', 'next', 'later'] as const;

/** `GET` and `POST /api/demo/presenter`: the story of the demo as far as it was played, the same for everybody. */
export const presenterSchema = z.object({
  steps: z.array(
    z.object({
      key: z.enum(presenterSteps),
      state: z.enum(stepStates),
      title: z.string(),
      /** What playing it does. */
      happens: z.string(),
      /** What the presenter has to do while it is waiting; null where nothing. */
      waitsFor: z.string().nullable(),
      /** What there is to be seen once it was played. */
      look: z.string(),
      /** The page to see it on, before and after. */
      page: z.string(),
      /** The change set that it made; null where it made none. */
      changeSetId: z.string().nullable(),
    }),
  ),
  /** Whether the change set that takes all of it back has not ended yet. */
  isResetting: z.boolean(),
});

export type Presenter = z.infer<typeof presenterSchema>;

export type PresenterStepKey = (typeof presenterSteps)[number];

/** Body of `POST /api/demo/presenter`. */
export const playStepSchema = z.strictObject({ step: z.enum(presenterSteps) });

/** `GET /api/demo/presenter/reset`: what a reset would take back. */
export const resetPreviewSchema = z.object({
  /** Assignments to be switched back, and changed ones that have their value of then already. */
  back: z.number().int(),
  same: z.number().int(),
  /** Whether the log has demo history, to whose end it goes back; else to the log's beginning. */
  toHistory: z.boolean(),
});

export type ResetPreview = z.infer<typeof resetPreviewSchema>;

/** Answer of `POST /api/demo/presenter/reset` (202). */
export const resetStartedSchema = z.object({ changeSetId: z.string() });

export type ResetStarted = z.infer<typeof resetStartedSchema>;

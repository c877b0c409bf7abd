import { z } from 'zod';

/**
 * Body of `POST /api/changes/export`: one change set, what happened from one time until before another, or the whole
 * log. Without `to`, or with one that is still to come, a period ends with the export itself, whatever the time of the
 * browser. The answer is a ZIP archive (`docs/operations.md`, Evidence); that it was made is an entry of the log.
 */
export const evidenceSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('set'), changeSetId: z.string().min(1).max(100) }),
  z.strictObject({
    what: z.literal('period'),
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }).optional(),
  }),
  z.strictObject({ what: z.literal('ledger') }),
]);

/** What evidence is about. */
export type EvidenceScope = z.infer<typeof evidenceSchema>;

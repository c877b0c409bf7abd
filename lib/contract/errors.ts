import { z } from 'zod';
import { errorStatus, type ErrorCode } from './error-codes';

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]; // errorStatus is not empty

export const errorCodeSchema = z.enum(codes);

/**
 * Body of every answer that is not a success (`application/problem+json`, RFC 9457 with our members).
 * `errors` names faulty places of a body or query; `current` is the value of a cell in conflict;
 * `correlationId` and `serviceRequestId` identify the request in the service's own telemetry.
 */
export const problemSchema = z.object({
  type: z.string().optional(),
  title: z.string(),
  status: z.number().int(),
  code: errorCodeSchema,
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.boolean().nullable().optional(),
  /** Of a conflict: who gave the cell the value it has, and when; without a name it was not through this console. */
  changedBy: z.object({ name: z.string().nullable(), at: z.iso.datetime() }).optional(),
  retryAfterSeconds: z.number().optional(),
  /** What was asked for may have been written all the same. */
  mayBeDone: z.literal(true).optional(),
  correlationId: z.string().optional(),
  serviceRequestId: z.string().optional(),
});

export type Problem = z.infer<typeof problemSchema>;

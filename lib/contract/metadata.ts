import { z } from 'zod';

/** How much a difference matters: nothing to do, something shows less, something cannot work. */
export const driftSeverities = ['breaking', 'warning', 'info'] as const;

/** One difference between what the service declares and what the console expects, in words for a person. */
export const driftSchema = z.object({
  severity: z.enum(driftSeverities),
  entitySet: z.string(),
  field: z.string().optional(),
  words: z.string(),
});

export type Drift = z.infer<typeof driftSchema>;

/** One declared field of an entity set. `maxLength` is null where the service names none. */
export const declaredFieldSchema = z.object({
  name: z.string(),
  /** As declared, e.g. `Edm.String`. */
  type: z.string(),
  maxLength: z.number().int().nullable(),
  nullable: z.boolean(),
  isKey: z.boolean(),
  /** The caption the console uses, where it knows the field. */
  label: z.string().nullable(),
});

export type DeclaredField = z.infer<typeof declaredFieldSchema>;

/** One entity set; `usedByConsole` says that the console reads or writes it. */
export const entitySetSchema = z.object({
  name: z.string(),
  entityType: z.string(),
  usedByConsole: z.boolean(),
  fields: z.array(declaredFieldSchema),
});

export type EntitySet = z.infer<typeof entitySetSchema>;

/** How many of the fields that an entity set should declare, so all but the record tag, are declared as expected. */
export const coverageSchema = z.object({
  entitySet: z.string(),
  /** The set in a sentence: "item journal lines". */
  noun: z.string(),
  expected: z.number().int(),
  asExpected: z.number().int(),
});

export type Coverage = z.infer<typeof coverageSchema>;

/** Answer of `GET /api/metadata` as JSON. `drift` begins with what matters most. */
export const metadataSchema = z.object({
  entitySets: z.array(entitySetSchema),
  coverage: z.array(coverageSchema),
  drift: z.array(driftSchema),
  fetchedAt: z.iso.datetime(),
});

export type Metadata = z.infer<typeof metadataSchema>;

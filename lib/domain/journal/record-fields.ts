/** Fields of a line that name a master record, by what its type may be called; the service's own name comes first. */
export const recordFields = {
  item: { types: ['Item', 'Items'], fields: ['ItemNo'] },
  location: { types: ['Location', 'Locations'], fields: ['LocationCode', 'NewLocationCode'] },
} as const satisfies Record<string, { types: readonly string[]; fields: readonly string[] }>;

/** The type of the master records that a field of a line names, by its first name alone; undefined: it names none. */
export function recordTypeNamedBy(field: string): string | undefined {
  return Object.values(recordFields).find(({ fields }) => fields.some((one) => one === field))?.types[0];
}

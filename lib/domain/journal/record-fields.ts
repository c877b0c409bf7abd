/** Fields of a line that name a master record, with the names of its type, the service's own name first. */
export const recordFields = {
  item: { types: ['Item', 'Items'], fields: ['ItemNo'] },
  location: { types: ['Location', 'Locations'], fields: ['LocationCode', 'NewLocationCode'] },
} as const satisfies Record<string, { types: readonly string[]; fields: readonly string[] }>;

/** The type of the master record that a field names, by its first name; undefined: the field names none. */
export function recordTypeNamedBy(field: string): string | undefined {
  return Object.values(recordFields).find(({ fields }) => fields.some((one) => one === field))?.types[0];
}

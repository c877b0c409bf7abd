import type { DeclaredField } from '@/lib/contract/metadata';

/** The fields whose name, caption or type contains `text` and whose type is one of `types` (none: any). */
export function filterFields(
  fields: readonly DeclaredField[],
  text: string,
  types: readonly string[],
): readonly DeclaredField[] {
  const wanted = text.trim().toLocaleLowerCase();
  return fields.filter(
    (field) =>
      (types.length === 0 || types.includes(field.type)) &&
      `${field.name} ${field.label ?? ''} ${field.type}`.toLocaleLowerCase().includes(wanted),
  );
}

/** Every type among the fields with its number of fields, the most frequent first. */
export function countTypes(fields: readonly DeclaredField[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of fields) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}

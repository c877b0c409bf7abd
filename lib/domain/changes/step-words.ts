import type { ChangeStep } from '@/lib/contract/changes/changes';

/** What a person did, by the words that the log keeps of it; the last three are of logs of version 0.1. */
const deeds: Record<string, string> = {
  'A person paused it.': 'paused it.',
  'A person resumed it.': 'resumed it.',
  'A person cancelled it.': 'cancelled it.',
  'A pause was asked for.': 'paused it.',
  'It was resumed.': 'resumed it.',
  'It was asked to be cancelled.': 'cancelled it.',
};

/**
 * One step of a change set: "Maya Lindqvist cancelled it.", or what the console did by itself.
 * @param state said of a step for which the log has no words.
 */
export function stepOfSetInWords({ person, why }: Pick<ChangeStep, 'person' | 'why'>, state: string): string {
  const said = why === '' ? `${state}.` : why;
  if (person === null) return said;
  const deed = deeds[why] ?? (why.startsWith('Tries again ') ? why.replace('Tries', 'tried') : null);
  return deed === null ? `${person.name}: ${said}` : `${person.name} ${deed}`;
}

import { recordInWords, valueInWords } from '@/lib/domain/access/access-words';
import { targetOfText } from '@/lib/domain/access/details-target';
import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/** Null: a change is under way; `unconfirmed`: a change was sent without proof. */
export type ShownValue = boolean | null | 'unconfirmed';

/** Values on the screen by `targetText`; assignments that do not exist are left out. */
export type ShownValues = ReadonlyMap<string, ShownValue>;

const mostNamed = 10;

/**
 * Compares what the service says with what the screen showed both before and after the question.
 * "The service says the same of all 24 assignments."
 */
export function comparedInWords(
  says: ReadonlyMap<string, boolean>,
  before: ShownValues,
  after: ShownValues,
  isOfEntity: boolean,
): string {
  const cells = [...new Set([...before.keys(), ...after.keys(), ...says.keys()])];
  if (cells.length === 0) return 'It is not set up in the service.';
  const unconfirmed = cells.filter((cell) => after.get(cell) === 'unconfirmed');
  const settled = cells.filter((cell) => {
    const value = after.get(cell);
    return value !== null && value !== 'unconfirmed' && value === before.get(cell);
  });
  const changing = cells.length - settled.length - unconfirmed.length;
  if (changing === cells.length) return 'It is being changed at this moment: check again.';

  const others = settled.filter((cell) => says.get(cell) !== after.get(cell));
  const sentences: string[] = [];
  if (others.length > 0) sentences.push(`The service differs for ${namedInWords(others, says, isOfEntity)}.`);
  else if (settled.length > 0) sentences.push(sameInWords(settled, says));
  if (unconfirmed.length > 0)
    sentences.push(
      cells.length === 1
        ? `The service has it now: ${saidInWords(says.get(cells[0] ?? ''))}. That does not prove the change yet.`
        : `Unconfirmed, with what the service has now: ${namedInWords(unconfirmed, says, isOfEntity)}.`,
    );
  if (changing > 0)
    sentences.push(`${inDigits(changing)} that changed meanwhile ${plural(changing, 'is', 'are')} left out.`);
  if (others.length > 0) sentences.push('Refresh to read everything again.');
  return sentences.join(' ');
}

function sameInWords(settled: readonly string[], says: ReadonlyMap<string, boolean>): string {
  return settled.length === 1
    ? `The service says the same: ${saidInWords(says.get(settled[0] ?? ''))}.`
    : `The service says the same of all ${counted(settled.length, 'assignment')}.`;
}

/** "entity 100 (has access), entity 200 (not set up) and 3 more". */
function namedInWords(
  cells: readonly string[],
  says: ReadonlyMap<string, boolean>,
  isOfEntity: boolean,
): string {
  const named = cells.slice(0, mostNamed).map((text) => {
    const cell = targetOfText(text);
    const name = cell === null ? text : isOfEntity ? recordInWords(cell) : `entity ${cell.entityId}`;
    return `${name} (${saidInWords(says.get(text))})`;
  });
  const more = cells.length > mostNamed ? ` and ${inDigits(cells.length - mostNamed)} more` : '';
  return `${named.join(', ')}${more}`;
}

function saidInWords(value: boolean | undefined): string {
  return valueInWords(value ?? null);
}

import type { ImportCell, ImportCounts } from '@/lib/contract/access/access-file';
import type { ImportKind } from '@/lib/contract/access/file-kinds';
import { valueInWords } from '@/lib/domain/access/access-words';
import { counted, listed, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

/**
 * What a file would do: "38 assignments will be given access and 4 will lose it; 12 already match;
 * 3 differ from the file’s column Base."
 */
export function previewInWords({ give, remove, unnamed, changed, already, problems }: ImportCounts): string {
  const will: string[] = [];
  const add = (count: number, first: string, later: string, why = ''): void => {
    if (count === 0) return;
    const noun = plural(count, 'assignment', 'assignments');
    const words = will.length === 0 ? `${noun} will ${first}` : `will ${later}`;
    will.push(`${inDigits(count)} ${words}${why}`);
  };
  add(give, 'be given access', 'be given it');
  add(remove, 'lose access', 'lose it');
  add(unnamed, 'lose access', 'lose it', ' because the file does not name them');
  const parts = [will.length === 0 ? 'Nothing will be changed' : listed(will, 'and')];
  if (already > 0) parts.push(`${inDigits(already)} already ${plural(already, 'matches', 'match')}`);
  if (changed > 0)
    parts.push(`${inDigits(changed)} ${plural(changed, 'differs', 'differ')} from the file’s column Base`);
  if (problems > 0) parts.push(`${counted(problems, 'problem')} ${plural(problems, 'was', 'were')} found`);
  return `${parts.join('; ')}.`;
}

/** "1 problem found, 5,000 rows left out". One problem may leave out many rows, or none. */
export function problemsInWords({ problems, leftOut }: Pick<ImportCounts, 'problems' | 'leftOut'>): string {
  return `${counted(problems, 'problem')} found, ${leftOut === 0 ? 'no rows' : counted(leftOut, 'row')} left out`;
}

export function changedSinceInWords({ accessible, base }: ImportCell): string {
  return `${valueInWords(!accessible)} now, the file and its column Base say ${valueInWords(base ?? accessible)}`;
}

export const importKindWords: Record<ImportKind, string> = {
  give: 'Will be given',
  remove: 'Will be removed',
  unnamed: 'Not in the file',
  changed: 'Differ from Base',
};

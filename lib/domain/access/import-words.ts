import {
  mostFileCells,
  mostFileRows,
  type FileShape,
  type ImportCell,
  type ImportCounts,
  type ImportKind,
  type SettledCell,
} from '@/lib/contract/access-file';
import { valueInWords } from './access-words';

const numbers = new Intl.NumberFormat();

/**
 * What a file would do, before it is done: "38 combinations will be given access and 4 will lose it; 12 are already so;
 * 3 were changed in the service since the export."
 */
export function previewInWords({ give, remove, unnamed, changed, already, problems }: ImportCounts): string {
  const will: string[] = [];
  /** The first part names what is counted, later ones lean on it. */
  const add = (count: number, first: string, later: string, why = ''): void => {
    if (count === 0) return;
    const noun = count === 1 ? 'combination' : 'combinations';
    const words = will.length === 0 ? `${noun} will ${first}` : `will ${later}`;
    will.push(`${numbers.format(count)} ${words}${why}`);
  };
  add(give, 'be given access', 'be given it');
  add(remove, 'lose access', 'lose it');
  add(unnamed, 'lose access', 'lose it', ' because the file does not name them');
  const parts = [will.length === 0 ? 'Nothing will be changed' : new Intl.ListFormat('en').format(will)];
  if (already > 0) parts.push(`${numbers.format(already)} ${already === 1 ? 'is' : 'are'} already so`);
  if (changed > 0)
    parts.push(
      `${numbers.format(changed)} ${changed === 1 ? 'was' : 'were'} changed in the service since the export`,
    );
  if (problems > 0)
    parts.push(`${numbers.format(problems)} ${problems === 1 ? 'problem was' : 'problems were'} found`);
  return `${parts.join('; ')}.`;
}

/** What will become of one combination: "will be given access". */
export function importStepInWords({ accessible, kind, base }: ImportCell): string {
  if (kind === 'changed')
    return `${valueInWords(!accessible)} since the export, the file still says ${valueInWords(base ?? accessible)}`;
  return accessible ? 'will be given access' : 'will lose access';
}

/** "has access already". */
export function settledInWords({ accessible }: SettledCell): string {
  return `${valueInWords(accessible)} already`;
}

/** Names of the parts of a preview. */
export const importKindWords: Record<ImportKind, string> = {
  give: 'Will be given',
  remove: 'Will be removed',
  unnamed: 'Not in the file',
  changed: 'Changed since',
};

/**
 * Whether a file can come back as it is, before it is made: "The file can be edited and imported again.", or what to do.
 * @param combinations of records and entities that it is about at most.
 */
export function wayBackInWords(shape: FileShape, combinations: number): string {
  const most = shape === 'long' ? mostFileRows : mostFileCells;
  if (combinations <= most) return 'The file can be edited and imported again.';
  const isSmallEnoughWide = shape === 'long' && combinations <= mostFileCells;
  return `It has up to ${numbers.format(combinations)} ${shape === 'long' ? 'rows' : 'combinations'}, and an import takes ${numbers.format(most)}. To import it again in one piece, ${isSmallEnoughWide ? 'choose Wide, or ' : ''}filter before exporting.`;
}

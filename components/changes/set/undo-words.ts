import { instantInWords } from '@/components/ui/instant';
import type { UndoPreview } from '@/lib/contract/changes';
import { counted, plural } from '@/lib/domain/counted';

/** What an undo would do, in the future tense, sentence by sentence. */
export function undoInWords({ give, remove, left, asOf }: UndoPreview): string[] {
  const does = [
    give > 0 && `${counted(give, 'assignment')} will be given access back`,
    remove > 0 && `${counted(remove, 'assignment')} will lose access again`,
  ].filter((part) => part !== false);
  const leaves =
    left === 0
      ? []
      : [
          `${counted(left, 'assignment')} changed since, or ${plural(left, 'its value', 'their values')} before ${plural(left, 'is', 'are')} not known: left as ${plural(left, 'it is', 'they are')}.`,
        ];
  if (does.length === 0)
    return [
      'Nothing is left to undo: no assignment still has the value that this change gave it.',
      ...leaves,
    ];
  return [
    `${does.join(', ')}.`,
    ...leaves,
    `Based on ${asOf === null ? 'what the console recorded; it has not read the service yet' : `data read at ${instantInWords(new Date(asOf), 'short')}, plus changes since`}. Each is compared with its value in the service once more before it is sent.`,
    'The undo becomes a change set of its own, which can be undone too.',
  ];
}

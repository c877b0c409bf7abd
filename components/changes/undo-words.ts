import { instantInWords } from '@/components/ui/instant';
import type { UndoPreview } from '@/lib/contract/changes';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

/** What an undo would do, in the future tense, sentence by sentence. */
export function undoInWords({ give, remove, left, asOf }: UndoPreview): string[] {
  const does = [
    give > 0 && `${combinationsInWords(give)} will be given access back`,
    remove > 0 && `${combinationsInWords(remove)} will lose access again`,
  ].filter((part) => part !== false);
  const leaves =
    left === 0
      ? []
      : [
          `${combinationsInWords(left)} changed since, or ${left === 1 ? 'its value' : 'their values'} before ${left === 1 ? 'is' : 'are'} not known: left as ${left === 1 ? 'it is' : 'they are'}.`,
        ];
  if (does.length === 0)
    return [
      'Nothing is left to undo: no combination still has the value that this change gave it.',
      ...leaves,
    ];
  return [
    `${does.join(', ')}.`,
    ...leaves,
    `Counted by what the console ${asOf === null ? 'wrote down; it has not read the service yet' : `read from the service at ${instantInWords(new Date(asOf), 'short')} and heard since`}. Each is compared with its value in the service once more before it is sent.`,
    'The undo becomes a change set of its own, which can be undone too.',
  ];
}

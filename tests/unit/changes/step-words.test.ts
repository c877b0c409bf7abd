import { expect, it } from 'vitest';
import { stepOfSetInWords } from '@/lib/domain/changes/step-words';

it.each([
  ['Maya', 'A person paused it.', 'Maya paused it.'],
  ['Maya', 'A person resumed it.', 'Maya resumed it.'],
  ['Maya', 'A person cancelled it.', 'Maya cancelled it.'],
  ['Maya', 'A pause was asked for.', 'Maya paused it.'],
  ['Maya', 'It was resumed.', 'Maya resumed it.'],
  ['Maya', 'It was asked to be cancelled.', 'Maya cancelled it.'],
  ['Maya', 'Tries again 3 assignments that were refused. Reason: unlocked', 'Maya tried again 3 assignments that were refused. Reason: unlocked'],
  ['Maya', 'In other words.', 'Maya: In other words.'],
  [null, 'Every assignment is decided.', 'Every assignment is decided.'],
  [null, '', 'Done.'],
])('names who did a step of a change set, and what: %s, %s', (name, why, words) => {
  const person = name === null ? null : { id: 'one', name };
  expect(stepOfSetInWords({ person, why }, 'Done')).toBe(words);
}); // prettier-ignore

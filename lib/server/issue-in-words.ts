import 'server-only';
import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a number',
  object: 'an object',
};

/** The end of a sentence that begins with the value's name; null: the schema has its own message. */
export function issueInWords(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive === false ? 'more than ' : ''}${String(issue.minimum)}${issue.inclusive === false ? '' : ' or more'}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `may have ${String(issue.maximum)} characters at most`
        : `must be ${String(issue.maximum)} or less`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return null;
  }
}

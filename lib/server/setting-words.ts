import 'server-only';
import type { z } from 'zod';

/** What is wrong with a setting, as the end of a sentence that begins with its name; never repeats the value. */
export function faultInWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int'
        ? 'must be a number'
        : ownWords(issue, 'is missing or of a wrong type');
    case 'too_small':
      return issue.origin === 'string'
        ? 'must not be empty'
        : `must be ${issue.inclusive === false ? 'more than ' : ''}${String(issue.minimum)}${issue.inclusive === false ? '' : ' or more'}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `may have ${String(issue.maximum)} characters at most`
        : `must be ${String(issue.maximum)} or less`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return ownWords(issue, 'is not valid');
  }
}

/** Our own schemas carry words that begin so; zod's defaults do not. */
function ownWords({ message }: z.core.$ZodIssue, otherwise: string): string {
  return /^(must|is|may) /.test(message) ? message : otherwise;
}

import 'server-only';
import type { z } from 'zod';

/** The environment, or a stand-in for it; what is empty counts as unset and is left out. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What is wrong with the settings, and what they say in vain; whoever reads some adds to it. */
export interface Complaints {
  faults: string[];
  warnings: string[];
}

/** The faults that a schema finds: one a setting, for the first is the one to mend. */
export function faultsOf(error: z.ZodError, nameOf: (field: string) => string = (field) => field): string[] {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const isUnknown = issue.code === 'unrecognized_keys';
    const what = isUnknown ? 'is not known' : faultInWords(issue);
    for (const field of isUnknown ? issue.keys : [issue.path.join('.')])
      if (!faults.has(field)) faults.set(field, `${nameOf(field)} ${what}.`);
  }
  return [...faults.values()];
}

/** What is wrong with a setting, as the end of a sentence that begins with its name; never repeats the value. */
function faultInWords(issue: z.core.$ZodIssue): string {
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

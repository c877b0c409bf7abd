import 'server-only';
import type { z } from 'zod';
import { issueInWords } from '@/lib/server/issue-in-words';

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

/** What is wrong with a setting: in its schema's own words, which begin so, zod's do not, or in those for everything. */
function faultInWords(issue: z.core.$ZodIssue): string {
  if (/^(must|is|may) /.test(issue.message)) return issue.message;
  const isNoNumber = issue.code === 'invalid_type' && !['number', 'int'].includes(issue.expected);
  return isNoNumber ? 'is missing or of a wrong type' : (issueInWords(issue) ?? 'is not valid');
}

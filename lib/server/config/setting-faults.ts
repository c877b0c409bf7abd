import 'server-only';
import type { z } from 'zod';
import { issueInWords } from '@/lib/server/issue-in-words';

/** Environment variables without the empty ones. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Complaints {
  faults: string[];
  warnings: string[];
}

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

/** The schema's own words, which begin with these verbs, or a general text. */
function faultInWords(issue: z.core.$ZodIssue): string {
  if (/^(must|is|may) /.test(issue.message)) return issue.message;
  const isNoNumber = issue.code === 'invalid_type' && !['number', 'int'].includes(issue.expected);
  return isNoNumber ? 'is missing or of a wrong type' : (issueInWords(issue) ?? 'is not valid');
}

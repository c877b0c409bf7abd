'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge, type BadgeTone } from '@/components/ui/feedback/badge';
import { Instant } from '@/components/ui/instant';
import { DataTable, type Column } from '@/components/ui/tables/data-table';
import { Status } from '@/components/ui/feedback/status';
import { askAgain } from '@/lib/client/asked-again';
import { connectionsQuery, testConnection } from '@/lib/client/connections';
import type { ConnectionTest } from '@/lib/contract/connections';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { stepWords } from './connection-words';

type Step = ConnectionTest['steps'][number];

/** The test of one connection; each press tries all steps again. */
export function useConnectionTest(connection: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => testConnection(connection),
    onSettled: () => askAgain(client, connectionsQuery().queryKey),
  });
}

const resultWords: Record<Step['result'], { tone: BadgeTone; word: string }> = {
  passed: { tone: 'success', word: 'Passed' },
  failed: { tone: 'danger', word: 'Failed' },
  skipped: { tone: 'neutral', word: 'Skipped' },
};

const columns: readonly Column<Step>[] = [
  {
    name: 'Step',
    className: 'sm:w-40',
    cell: ({ step, detail }) => (
      <>
        {stepWords[step]}
        <span className="block wrap-anywhere text-text-muted sm:hidden">{detail}</span>
      </>
    ),
  },
  {
    name: 'Result',
    className: 'w-24',
    cell: ({ result }) => <Badge tone={resultWords[result].tone}>{resultWords[result].word}</Badge>,
  },
  {
    name: 'Time',
    className: 'w-20 text-right!',
    cellClassName: 'tabular whitespace-nowrap',
    cell: ({ ms }) => ms !== null && `${inDigits(ms)} ms`,
  },
  {
    name: 'What the console found',
    className: 'max-sm:hidden',
    cellClassName: 'wrap-anywhere',
    cell: ({ detail }) => detail,
  },
];

export function TestResult({ label, test }: { label: string; test: ConnectionTest }) {
  const failed = test.steps.filter(({ result }) => result === 'failed').length;
  return (
    <div className="flex flex-col gap-2">
      <Status as="p" className="text-sm">
        {failed === 0 ? 'The test passed' : `The test failed at ${counted(failed, 'step')}`}:{' '}
        <Instant at={test.at} />.
      </Status>
      <DataTable label={`Test of ${label}`} columns={columns} items={test.steps} keyOf={({ step }) => step} />
    </div>
  );
}

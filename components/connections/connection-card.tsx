'use client';

import { useId, type ReactNode } from 'react';
import { KindMark } from '@/components/shell/connection-kind';
import { Badge } from '@/components/ui/feedback/badge';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { Age, Until } from '@/components/ui/instant';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { useNow } from '@/components/ui/use-now';
import { problemOf } from '@/lib/client/api';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { withQuery } from '@/lib/client/paths';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { secretInWords } from '@/lib/domain/secret-expiry';
import { TestResult, useConnectionTest } from './connection-test';
import { abilitiesInWords, budgetInWords, stateInWords, type ListedConnection } from './connection-words';

interface ConnectionCardProps {
  connection: ListedConnection;
  isFirst: boolean;
  mayTest: boolean;
}

/** All that the console knows of one connection, and its test. */
export function ConnectionCard({ connection, isFirst, mayTest }: ConnectionCardProps) {
  const { key, label, kind, health, place, reads, secretExpires, drift } = connection;
  const id = useId();
  const now = useNow(60_000);
  const test = useConnectionTest(key);
  // Not every step of a test is a request whose answer counts.
  const isTestFailed = test.data?.steps.some(({ result }) => result === 'failed') === true;
  const state =
    health.isUp && isTestFailed ? ({ tone: 'danger', word: 'Test failed' } as const) : stateInWords(health);
  const secret = secretInWords(secretExpires, now);
  const abilities = abilitiesInWords(connection.abilities);
  const to = (path: string) => withQuery(path, isFirst ? {} : { [connectionParameter]: key });
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
          {label}
        </h2>
        <KindMark kind={kind} />
        <Badge tone={state.tone}>{state.word}</Badge>
        <div data-print="hide" className="ml-auto flex flex-wrap items-center gap-3">
          <TextLink href={to('/')} aria-label={`Open ${label}`} className="text-sm">
            Open
          </TextLink>
          {mayTest && (
            <Button
              aria-label={`Test ${label}`}
              isPending={test.isPending}
              keepsFocus
              onPress={() => test.mutate()}
            >
              Test
            </Button>
          )}
        </div>
      </div>
      {health.problem !== null && (
        <Banner tone="danger" title="The service does not respond as it should">
          {health.problem}
        </Banner>
      )}
      {secret.isNear && (
        <Banner
          tone={secret.hasEnded ? 'danger' : 'warning'}
          title={`The secret for this service ${secret.hasEnded ? 'has ended' : 'ends soon'}`}
        >
          {secret.words}. Make a new one, set it and its last day in the settings, and restart the console.
        </Banner>
      )}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-3">
        <Fact name="Tenant" isCode>
          {place.tenant ?? 'None set'}
        </Fact>
        <Fact name="Environment">{place.environment ?? 'On premises'}</Fact>
        <Fact name="Company" isCode>
          {place.company}
        </Fact>
        <Fact name="Last answer">
          {health.lastAnswerAt === null ? (
            'None since the console started'
          ) : (
            <>
              <Age at={health.lastAnswerAt} />
              {health.lastAnswerMs !== null && `, in ${inDigits(health.lastAnswerMs)} ms`}
            </>
          )}
        </Fact>
        <Fact name="Assignments read">
          {reads.matrixAt === null ? 'Not yet' : <Age at={reads.matrixAt} />}
        </Fact>
        <Fact name="Journal lines read">
          {reads.linesAt === null ? 'Not yet' : <Age at={reads.linesAt} />}
        </Fact>
        <Fact name="Next read">
          {reads.nextAt === null ? 'When somebody opens a page' : <Until at={reads.nextAt} />}
        </Fact>
        <Fact name="Interface">
          {drift === null ? (
            'Not read yet'
          ) : drift === 0 ? (
            'As expected'
          ) : (
            <TextLink href={to('/metadata')}>{counted(drift, 'difference')}</TextLink>
          )}
        </Fact>
        <Fact name="Secret">{secret.words}</Fact>
        <Fact name="Request budget of this process">{budgetInWords(connection.budget)}</Fact>
        <Fact name="What the service does">
          {abilities.length === 0 ? 'No request has shown it yet' : `${abilities.join('. ')}.`}
        </Fact>
        {health.lastFailure !== null && health.problem === null && (
          <Fact name="Last failure">
            <Age at={health.lastFailure.at} />: {health.lastFailure.detail}
          </Fact>
        )}
      </dl>
      {test.error !== null && (
        <ProblemView problem={{ ...problemOf(test.error), title: 'The test did not run' }} />
      )}
      {test.data !== undefined && <TestResult label={label} test={test.data} />}
    </section>
  );
}

function Fact({ name, isCode = false, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-text-muted">{name}</dt>
      <dd translate={isCode ? 'no' : undefined} className="tabular wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useKeyNames } from '@/lib/client/use-names';
import { sessionQuery } from '@/lib/client/session/session';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { durationInWords } from '@/lib/domain/changes/progress-figures';
import { inDigits } from '@/lib/domain/reader-formats';
import { useChangeLinks } from '@/components/changes/change-links';
import { When } from '@/components/changes/row-words';

const kindWords: Record<ChangeSet['kind'], string> = {
  switch: 'Single switch',
  changes: 'Change set',
  undo: 'Undo',
  import: 'File',
};

export function SetFacts({ set }: { set: ChangeSet }) {
  const links = useChangeLinks();
  const connections = useQuery(sessionQuery()).data?.connections ?? [];
  const own = connections.find(({ key }) => key === set.connection);
  const { person, source, createdAt, startedAt, endedAt, undoOf, undoneBy, reason, steps = [] } = set;
  const names = useKeyNames();
  const undo = useOtherSet(undoneBy);
  const original = useOtherSet(undoOf);
  const took =
    startedAt === null || endedAt === null ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:flex sm:flex-wrap">
      <Fact name="Requested by">{person.name}</Fact>
      <Fact name="Requested">
        <When at={createdAt} />
      </Fact>
      {endedAt !== null && (
        <Fact name="Ended">
          <When at={endedAt} />
          {took !== null && took >= 1 && (
            <span className="text-text-muted"> after {durationInWords(took)}</span>
          )}
        </Fact>
      )}
      <Fact name="Source">{kindWords[undoOf === null ? set.kind : 'undo']}</Fact>
      {(connections.length > 1 || own === undefined) && (
        <Fact name="Connection">{own?.label ?? set.connection}</Fact>
      )}
      {source !== null && (
        <Fact name="File">
          <bdi>{source.file}</bdi>
          <span
            translate="no"
            className="block font-mono text-xs break-all text-text-muted"
            title="SHA-256 of the file"
          >
            SHA-256 {source.sha256}
          </span>
        </Fact>
      )}
      {undoOf !== null && (
        <Fact name="Undo of">
          <TextLink href={links.set(undoOf)}>
            {original ? setTitle(original, names) : 'The original change'}
          </TextLink>
        </Fact>
      )}
      {undoneBy !== null && (
        <Fact name="Undone by">
          <TextLink href={links.set(undoneBy)}>{undo ? setTitle(undo, names) : 'Its undo'}</TextLink>
          {undo && ` (${undo.person.name})`}
        </Fact>
      )}
      <Fact name="Change set" className="hidden print:block">
        {[set.id, ...steps.map(({ seq }) => `log entry ${inDigits(seq)}`)].join(', ')}
      </Fact>
      {reason !== '' && (
        <Fact name="Reason" className="col-span-full max-w-prose">
          {reason}
        </Fact>
      )}
    </dl>
  );
}

/** Another set that this one names; undefined while it is read. */
function useOtherSet(id: string | null): ChangeSet | undefined {
  const { data } = useQuery({
    ...changeSetQuery(id ?? '', true),
    enabled: askedWhile(id !== null),
    refetchInterval: false,
  });
  return data;
}

interface FactProps {
  name: string;
  children: ReactNode;
  className?: string;
}

function Fact({ name, children, className }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-xs text-text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

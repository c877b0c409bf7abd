'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useChangeLinks } from '@/components/changes/change-links';
import { WayBack } from '@/components/changes/way-back';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { notify } from '@/components/ui/feedback/toast-store';
import {
  changesFromFile,
  forgetComparisons,
  importPreviewQuery,
  type ChosenFile,
} from '@/lib/client/access-file';
import { problemOf } from '@/lib/client/api';
import { notMadeInWords } from '@/lib/client/changes/change-actions';
import { useConnectionKey } from '@/lib/client/connection';
import { readAgain } from '@/lib/client/matrix/read-again';
import { useCreateChanges } from '@/lib/client/changes/use-create-changes';
import type { CreateChanges } from '@/lib/contract/changes/changes';
import { ImportChooser } from './import-chooser';
import { ImportLeaving } from './import-leaving';
import { filterInWords, ImportOptions, isSameFilter, useImportAddress } from './import-options';
import { ImportPreview, partsOf, type ImportPart } from './import-preview';
import type { TickOverrides } from './import-ticks';

export function ImportView({ mayChange }: { mayChange: boolean }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [reason, setReason] = useState('');
  const connection = useConnectionKey();
  const apply = useApply(connection);
  const from = useSearchParams().get('from');
  const access = from?.startsWith('/access?') === true ? from : null; // no address outside the console
  if (!mayChange)
    return (
      <>
        <WayBack access={access} />
        <EmptyState headingLevel={1} icon={<Lock />} title="You don’t have permission to import">
          <p>
            Importing a file changes access. Ask the person who manages the console’s users for the role
            security administrator.
          </p>
        </EmptyState>
      </>
    );
  return (
    <>
      <WayBack access={access} />
      <PageHeader
        title="Import access"
        description="Compares a spreadsheet with what the service has now and shows what it would change. Nothing is changed before you apply it."
      />
      <div className="flex w-full flex-1 flex-col gap-4 px-4 pb-8">
        {/* While the request is sent, a second file could be sent too. */}
        <fieldset disabled={apply.isPending} className="contents">
          <ImportChooser file={file} onChoose={(next) => apply.isPending || setFile(next)} />
          {file !== null && (
            <ComparedFile
              key={`${file.id} ${connection}`}
              file={file}
              reason={reason}
              onReason={setReason}
              apply={apply}
            />
          )}
        </fieldset>
      </div>
    </>
  );
}

function useApply(connection: string) {
  const router = useRouter();
  const links = useChangeLinks();
  const create = useCreateChanges(connection);
  return useMutation({
    mutationFn: (body: CreateChanges) => create(body),
    onSuccess: (id) => {
      notify.success('The change set was made', { description: 'This page shows how far it is.' });
      router.push(links.set(id));
    },
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
  });
}

const noOverrides: TickOverrides = new Set();

/**
 * Reads the service again and compares the file with it; where the read fails, with what the console has. The page keeps
 * its preview meanwhile, because a read may take minutes.
 */
function useRefresh(connection: string, file: ChosenFile, compare: () => void) {
  const client = useQueryClient();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const reading = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return readAgain(connection, stop.current.signal);
    },
  });
  const refresh = () =>
    reading.mutate(undefined, {
      onSuccess: (problem) => {
        if (problem !== null) notify.problem('The service was not read again', problem.detail);
        forgetComparisons(client, connection, file);
        compare();
      },
      onError: (error) => notify.problem('The service was not read again', problemOf(error).detail),
    });
  return { isReading: reading.isPending, refresh };
}

interface ComparedFileProps {
  file: ChosenFile;
  /** The reason for the change; it stays when the person chooses another file. */
  reason: string;
  onReason: (reason: string) => void;
  apply: ReturnType<typeof useApply>;
}

function ComparedFile({ file, reason, onReason, apply }: ComparedFileProps) {
  const connection = useConnectionKey();
  const { mode, filter, set } = useImportAddress();
  const preview = useQuery(importPreviewQuery(connection, file, mode, filter));
  const { data, error, isFetching, refetch, dataUpdatedAt } = preview;
  const { isReading, refresh } = useRefresh(connection, file, () => void refetch());
  const [part, setPart] = useState<ImportPart | null>(null);
  const [recordTypes, setRecordTypes] = useState<readonly string[]>([]);
  const [overrides, setOverrides] = useState(noOverrides);
  const [ofFile, setOfFile] = useState<typeof filter | null>(null);
  if (data !== undefined && data.recordTypes.join() !== recordTypes.join()) setRecordTypes(data.recordTypes);
  const [first] = part === null && data !== undefined ? partsOf(data) : [];
  if (first !== undefined) setPart(first);
  const origin = data?.origin?.filter ?? null;
  if (origin !== null && ofFile === null) setOfFile(origin);
  const isUnfiltered = filterInWords(filter) === '';
  useEffect(() => {
    // Without the filter of the export, “Replace to match file” would remove everything that the filter left out.
    if (ofFile !== null && isUnfiltered) void set({ type: ofFile.type, q: ofFile.q, entity: ofFile.entity });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for a file: a person who clears the filter later means it
  }, [ofFile]);
  return (
    <>
      <ImportLeaving isOn={!apply.isSuccess && (overrides.size > 0 || reason.trim() !== '')} />
      <ImportOptions
        mode={mode}
        filter={filter}
        recordTypes={recordTypes}
        onChange={(change) => void set(change)}
        ofFile={ofFile !== null && !isSameFilter(ofFile, filter) ? ofFile : null}
      />
      {isFetching ? (
        <Comparing name={file.name} />
      ) : error !== null ? (
        <ProblemView
          problem={{ ...problemOf(error), title: 'The file was not compared' }}
          onRetry={() => void refetch()}
        />
      ) : (
        data !== undefined && (
          <ImportPreview
            key={dataUpdatedAt}
            file={file}
            preview={data}
            part={part}
            onPart={setPart}
            overrides={overrides}
            onTick={setOverrides}
            reason={reason}
            onReason={onReason}
            isPending={apply.isPending}
            onApply={(ticked, onSettled) =>
              apply.mutate(changesFromFile(file, ticked, reason.trim()), { onSettled })
            }
            compareAgain={
              <>
                <Status as="span" className="text-sm text-text-muted">
                  {isReading && 'Reading the service again…'}
                </Status>
                <Button ref={rescueFocus} size="sm" variant="ghost" isPending={isReading} onPress={refresh}>
                  Refresh
                </Button>
              </>
            }
          />
        )
      )}
    </>
  );
}

function Comparing({ name }: { name: string }) {
  return (
    <div className="flex flex-col gap-3">
      <Status as="p" className="text-sm text-text-muted">
        Comparing <bdi>{name}</bdi> with what the service has…
      </Status>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

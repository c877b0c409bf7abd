'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorPanel } from '@/components/ui/error-panel';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Skeleton } from '@/components/ui/skeleton';
import { importPreviewQuery, type ChosenFile } from '@/lib/client/access-file';
import { isRefusedForGood } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { filterInWords, isSameFilter, useImportAddress } from './import-address';
import { ImportLeaving } from './import-leaving';
import { ImportOptions } from './import-options';
import { ImportPreview } from './import-preview';
import type { Turned } from './import-ticks';
import { problemOf } from './read-problem';

const nothingTurned: Turned = new Set();

interface ComparedFileProps {
  file: ChosenFile;
  /** Why it is done; it stays when another file is chosen. */
  reason: string;
  onReason: (reason: string) => void;
}

/** What comparing a file came to, and the ways to compare it otherwise. */
export function ComparedFile({ file, reason, onReason }: ComparedFileProps) {
  const connection = useConnectionKey();
  const { mode, filter, set } = useImportAddress();
  const preview = useQuery(importPreviewQuery(connection, file, mode, filter));
  const { data, error, isFetching, refetch, dataUpdatedAt } = preview;
  const [recordTypes, setRecordTypes] = useState<readonly string[]>([]);
  const [turned, setTurned] = useState(nothingTurned);
  const [ofFile, setOfFile] = useState<typeof filter | null>(null);
  if (data !== undefined && data.recordTypes.join() !== recordTypes.join()) setRecordTypes(data.recordTypes);
  const origin = data?.origin?.filter ?? null;
  if (origin !== null && ofFile === null) setOfFile(origin);
  const isUnfiltered = filterInWords(filter) === '';
  useEffect(() => {
    // Made equal with less than what was exported, all that was left out would lose access.
    if (ofFile !== null && isUnfiltered) void set({ type: ofFile.type, q: ofFile.q, entity: ofFile.entity });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for a file: whoever clears the filter later means it
  }, [ofFile]);
  return (
    <>
      <ImportLeaving isOn={turned.size > 0 || reason.trim() !== ''} />
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
        <ErrorPanel
          problem={{ ...problemOf(error), title: 'The file was not compared' }}
          onRetry={isRefusedForGood(error) ? undefined : () => void refetch()}
        />
      ) : (
        data !== undefined && (
          <ImportPreview
            key={dataUpdatedAt}
            file={file}
            preview={data}
            turned={turned}
            onTurn={setTurned}
            reason={reason}
            onReason={onReason}
            compareAgain={
              <Button ref={rescueFocus} size="sm" variant="ghost" onPress={() => void refetch()}>
                Compare again
              </Button>
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
      <p role="status" className="text-sm text-text-muted">
        Comparing {name} with what the service has…
      </p>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

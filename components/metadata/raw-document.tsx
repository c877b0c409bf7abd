'use client';

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';
import { saveFile } from '@/lib/client/downloads';
import { metadataDocumentQuery } from '@/lib/client/metadata';
import { inDigits, numberFormat } from '@/lib/domain/reader-formats';

/** Copy and download have the whole document. */
const mostDrawn = 500_000;

export function RawDocument({ connection }: { connection: string }) {
  const { data: text, error, refetch } = useQuery(metadataDocumentQuery(connection));
  if (text === undefined) {
    if (error === null) return <Skeleton className="min-h-96 flex-1" />;
    return <ProblemView problem={problemOf(error)} onRetry={() => void refetch()} />;
  }
  const kilobytes = new Blob([text]).size / 1_024;
  return (
    <div className="flex min-h-96 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="tabular mr-auto text-sm text-text-muted">
          {numberFormat({ maximumFractionDigits: 1 }).format(kilobytes)} KB
          {text.length > mostDrawn &&
            `; the first ${inDigits(mostDrawn)} characters are shown, copy and download have all`}
        </span>
        <CopyButton label="Copy" text={text} />
        <Button
          size="sm"
          onPress={() => saveFile(new Blob([text], { type: 'application/xml' }), 'metadata.xml')}
        >
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
      <pre
        translate="no"
        tabIndex={0}
        aria-label="Metadata document"
        role="region"
        className="min-h-0 flex-1 overflow-auto print:overflow-visible rounded-md border border-line bg-surface p-3 font-mono text-xs"
      >
        {text.slice(0, mostDrawn)}
      </pre>
    </div>
  );
}

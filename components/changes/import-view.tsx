'use client';

import { Lock } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { EmptyState } from '@/components/ui/empty-state';
import type { ChosenFile } from '@/lib/client/access-file';
import { useConnectionKey } from '@/lib/client/connection';
import { ComparedFile } from './import-compared';
import { ImportChooser } from './import-chooser';

/** The import page: choose a file, see what it would change, untick, apply. */
export function ImportView({ mayChange }: { mayChange: boolean }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [reason, setReason] = useState('');
  const connection = useConnectionKey() ?? '';
  if (!mayChange)
    return (
      <EmptyState headingLevel={1} icon={<Lock />} title="Import is not open to you">
        <p>
          Importing a file changes access. Ask whoever manages the console’s users for the role security
          administrator.
        </p>
      </EmptyState>
    );
  return (
    <>
      <PageHeader
        title="Import access"
        description="Compares a spreadsheet with what the service has now and shows what it would change. Nothing is changed before you apply it."
      />
      <div className="flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 pb-8">
        <ImportChooser file={file} onChoose={setFile} />
        {file !== null && (
          <ComparedFile key={`${file.id} ${connection}`} file={file} reason={reason} onReason={setReason} />
        )}
      </div>
    </>
  );
}

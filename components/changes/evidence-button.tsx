'use client';

import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import { exportEvidence } from '@/lib/client/evidence';
import { saveFile } from '@/lib/client/save-file';
import type { EvidenceScope } from '@/lib/contract/evidence';
import { problemOf } from './read-problem';

interface EvidenceButtonProps extends Pick<ButtonProps, 'size' | 'isDisabled'> {
  what: EvidenceScope;
}

const words: Record<EvidenceScope['what'], string> = {
  set: 'Evidence of this change set',
  period: 'Evidence of this period',
  ledger: 'Evidence of everything',
};

/** Takes evidence away: a ZIP archive that can be read and checked without this console. */
export function EvidenceButton({ what, size, isDisabled }: EvidenceButtonProps) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { file, name } = await exportEvidence(what);
      saveFile(file, name);
      notify.success('Evidence was made', {
        description: `${name}. Unpack it and read README.txt; it says how anybody can check it. The log notes that you took it.`,
      });
    } catch (error) {
      if (error instanceof Error) notify.problem('No evidence was made', problemOf(error).detail);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      {...(size && { size })}
      isDisabled={isDisabled}
      isPending={isPending}
      aria-label={isPending ? undefined : words[what.what]}
      title={`${words[what.what]}: files, the log that proves them, and what checks it`}
      onPress={() => void save()}
    >
      <FileCheck aria-hidden="true" className="size-4" />
      {isPending ? 'Making evidence' : 'Evidence'}
    </Button>
  );
}

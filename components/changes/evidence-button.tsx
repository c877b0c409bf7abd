'use client';

import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import { exportEvidence } from '@/lib/client/evidence';
import { saveFile } from '@/lib/client/save-file';
import type { EvidenceScope } from '@/lib/contract/evidence';
import { problemOf } from './read-problem';

interface EvidenceButtonProps extends Pick<ButtonProps, 'isDisabled' | 'aria-describedby'> {
  what: EvidenceScope;
}

const words: Record<EvidenceScope['what'], { of: string; hint: string }> = {
  set: { of: 'this change set', hint: '' },
  period: { of: 'this period', hint: ', whoever made the changes and in whichever connection' },
  ledger: { of: 'everything', hint: ', whoever made the changes and in whichever connection' },
};

/** Takes evidence away: a ZIP archive that can be read and checked without this console. It says what it is of. */
export function EvidenceButton({ what, ...rest }: EvidenceButtonProps) {
  const [isPending, setPending] = useState(false);
  const { of, hint } = words[what.what];
  const save = async () => {
    setPending(true);
    try {
      const { file, name } = await exportEvidence(what);
      saveFile(file, name);
      notify.success(`Evidence of ${of} was made`, {
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
      {...rest}
      isPending={isPending}
      title={`Files, the log that proves them, and what checks it: evidence of ${of}${hint}`}
      onPress={() => void save()}
    >
      <FileCheck aria-hidden="true" className="size-4" />
      {isPending ? 'Making evidence' : `Evidence of ${of}`}
    </Button>
  );
}

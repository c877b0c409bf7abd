'use client';

import { FileCheck } from 'lucide-react';
import { useDownload } from '@/components/files/use-download';
import { Button, type ButtonProps } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast-store';
import { exportEvidence } from '@/lib/client/changes/change-actions';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';

interface EvidenceButtonProps extends Pick<ButtonProps, 'isDisabled' | 'aria-describedby'> {
  what: EvidenceScope;
}

const everybody = ', by all people and in all connections';

const words: Record<EvidenceScope['what'], { label: string; noun: string; hint: string }> = {
  set: { label: 'Download evidence', noun: 'evidence of this change set', hint: '' },
  period: { label: 'Download evidence of this period', noun: 'evidence of this period', hint: everybody },
  ledger: { label: 'Download full audit evidence', noun: 'full audit evidence', hint: everybody },
};

/** Downloads evidence: a ZIP archive that can be read and checked without this console. */
export function EvidenceButton({ what, ...rest }: EvidenceButtonProps) {
  const [isPending, download] = useDownload('No evidence was made');
  const { label, noun, hint } = words[what.what];
  const save = () =>
    download({
      ask: () => exportEvidence(what),
      onDone: ({ name }) => {
        notify.success(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} was made`, {
          description: `${name}. README.txt inside explains how to check it. The log records that you downloaded it.`,
        });
      },
    });
  return (
    <Button
      {...rest}
      isPending={isPending}
      title={`Files, the log that proves them, and a verifier: ${noun}${hint}`}
      onPress={() => void save()}
    >
      <FileCheck aria-hidden="true" className="size-4" />
      <span className="@max-2xl:sr-only">{isPending ? 'Making evidence' : label}</span>
    </Button>
  );
}

import { CircleCheck } from 'lucide-react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import type { Coverage, Metadata } from '@/lib/contract/metadata';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface MatchSummaryProps {
  metadata: Metadata;
  onShow: () => void;
}

/** Says whether the service still declares what the console needs. */
export function MatchSummary({ metadata, onShow }: MatchSummaryProps) {
  const { drift, coverage } = metadata;
  const worst = drift[0]?.severity;
  const show = drift.length > 0 && (
    <Button size="sm" onPress={onShow}>
      Show {drift.length === 1 ? 'the difference' : counted(drift.length, 'difference')}
    </Button>
  );
  if (worst === undefined || worst === 'info')
    return (
      <div className="flex min-h-9 flex-wrap items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
        <Status as="p" className="tabular min-w-0 flex-1 py-1.75 wrap-break-word">
          As expected: {coverage.map(({ noun, expected }) => `${noun} ${fieldsInWords(expected)}`).join(', ')}
        </Status>
        {show}
      </div>
    );
  const isBreaking = worst === 'breaking';
  return (
    <Banner
      tone={isBreaking ? 'danger' : 'warning'}
      title={
        isBreaking
          ? 'The service differs from what the console needs'
          : 'The service differs, the console still works'
      }
      action={show}
    >
      <ul className="tabular">
        {coverage.map((one) => (
          <li key={one.entitySet}>{coverageInWords(one)}</li>
        ))}
      </ul>
    </Banner>
  );
}

/** Every record has the tag, but no service declares it. */
function fieldsInWords(declared: number): string {
  return `${inDigits(declared)} declared + record tag`;
}

function coverageInWords({ expected, asExpected, noun }: Coverage): string {
  return asExpected === expected
    ? `All fields of ${noun} are as expected: ${fieldsInWords(expected)}.`
    : `${inDigits(asExpected)} of ${inDigits(expected)} declared fields of ${noun} are as expected.`;
}

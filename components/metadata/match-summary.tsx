import { Banner, type BannerTone } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import type { Coverage, Metadata } from '@/lib/contract/metadata';
import { counted } from '@/lib/domain/counted';

interface MatchSummaryProps {
  metadata: Metadata;
  onShow: () => void;
}

/** In one look: does the service still declare what the console needs? */
export function MatchSummary({ metadata, onShow }: MatchSummaryProps) {
  const { drift, coverage } = metadata;
  const worst = drift[0]?.severity;
  const tone: BannerTone = worst === 'breaking' ? 'danger' : worst === 'warning' ? 'warning' : 'success';
  const titles = {
    danger: 'The service differs from what the console needs',
    warning: 'The service differs, the console still works',
    success: 'The service declares what the console expects',
    info: '',
  };
  return (
    <Banner
      tone={tone}
      title={titles[tone]}
      action={
        drift.length > 0 && (
          <Button size="sm" onPress={onShow}>
            Show {drift.length === 1 ? 'the difference' : counted(drift.length, 'difference')}
          </Button>
        )
      }
    >
      <ul className="tabular">
        {coverage.map((one) => (
          <li key={one.entitySet}>{coverageInWords(one)}</li>
        ))}
      </ul>
      <p className="text-xs text-text-muted">
        The record tag (@odata.etag) counts as one field: it comes with every record without being declared.
      </p>
    </Banner>
  );
}

function coverageInWords({ expected, asExpected, noun }: Coverage): string {
  return asExpected === expected
    ? `All ${expected} fields of ${noun} are as expected.`
    : `${asExpected} of ${expected} fields of ${noun} are as expected.`;
}

import { Banner } from '@/components/ui/feedback/banner';
import { counted } from '@/lib/domain/counted';

/** Says on every page that checkpoints know entries which the log does not have, and what to do. */
export function LogLosses({ losses }: { losses: readonly string[] }) {
  const more = losses.length - 1; // one fits a small screen
  return (
    <Banner tone="danger" title="The log is not whole" className="m-2">
      <p>{losses[0]}</p>
      {more > 0 && <p>The console’s own output tells of {counted(more, 'more loss', 'more losses')}.</p>}
    </Banner>
  );
}

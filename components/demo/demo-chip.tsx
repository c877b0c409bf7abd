import { Badge } from '@/components/ui/feedback/badge';
import { PresentButton } from './demo-frame';

const words =
  'Demo sign-in: anyone who can reach this address can sign in. The reference service with demo data answers.';

/** @param mayPresent makes the chip a button for the presenter's panel. */
export function DemoChip({ mayPresent }: { mayPresent: boolean }) {
  const chip = <Badge tone="warning">{mayPresent && <span className="sr-only">Present the</span>}Demo</Badge>;
  return (
    <span data-print="hide" title={mayPresent ? `Present the demo. ${words}` : words} className="inline-flex">
      {mayPresent ? <PresentButton>{chip}</PresentButton> : chip}
    </span>
  );
}

import { Instant } from './instant';
import { usePrinting } from './use-printing';
import { useNow } from './use-now';

/** "Printed on 27 Nov 2026, 17:05:20 UTC."; nothing on the screen. */
export function PrintedOn() {
  return usePrinting() && <Printed />;
}

function Printed() {
  const now = useNow(60_000);
  return (
    <>
      Printed on <Instant at={new Date(now).toISOString()} look="full" />.
    </>
  );
}

import { ExternalLink } from 'lucide-react';
import { useBcUrl } from '@/lib/client/connection';
import type { LineKey } from '@/lib/client/journal/journal';
import { batchAddress } from '@/lib/domain/journal/batch-address';

/**
 * Links to the line's batch in Business Central, where lines are corrected and posted; nothing without `MEM_BC_URL`.
 */
export function BatchLink({ line }: { line: LineKey }) {
  const webClient = useBcUrl();
  if (webClient === null) return null;
  return (
    <a
      href={batchAddress(webClient, line)}
      target="_blank"
      rel="noreferrer"
      className="mb-3 inline-flex items-center gap-1 rounded-sm text-sm text-accent-text underline underline-offset-2"
    >
      Find batch {line.template} / {line.batch} in Business Central
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}

import { classNames } from '@/components/ui/class-names';
import type { ConnectionKind } from '@/lib/contract/session/session';

const words: Record<ConnectionKind, string> = { production: 'Production', sandbox: 'Sandbox' };

/** Production is loud, a sandbox quiet. */
export function KindMark({ kind, className }: { kind: ConnectionKind; className?: string }) {
  return (
    <span
      data-kind={kind}
      className={classNames(
        'shrink-0 rounded-sm px-1.5 text-xs whitespace-nowrap',
        kind === 'production'
          ? 'bg-production font-semibold text-on-production forced-colors:border'
          : 'border border-line text-text-muted',
        className,
      )}
    >
      {words[kind]}
    </span>
  );
}

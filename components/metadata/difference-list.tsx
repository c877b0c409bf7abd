import { CircleCheck } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/feedback/badge';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import type { Drift } from '@/lib/contract/metadata';

const severityWords: Record<Drift['severity'], { tone: BadgeTone; word: string }> = {
  breaking: { tone: 'danger', word: 'Breaking' },
  warning: { tone: 'warning', word: 'Shows less' },
  info: { tone: 'neutral', word: 'Nothing to do' },
};

export function DifferenceList({ drift }: { drift: readonly Drift[] }) {
  if (drift.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title="No differences">
        Every field the console knows is declared with the type it expects, and there are no new ones.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {drift.map(({ severity, entitySet, field, words }) => (
        <li
          key={`${entitySet}/${field ?? ''}/${words}`}
          className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2"
        >
          <Badge tone={severityWords[severity].tone} className="w-28 justify-center">
            {severityWords[severity].word}
          </Badge>
          <div className="min-w-0 flex-1 basis-64">
            <p className="wrap-break-word">{words}</p>
            <p translate="no" className="font-mono text-xs break-all text-text-muted">
              {entitySet}
              {field !== undefined && ` / ${field}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

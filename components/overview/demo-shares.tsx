import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { allEntities, entityColumns, shareOfSummary } from './entity-columns';
import { ShareScale } from '@/components/ui/share-scale';
import { ShareGrid } from './share-grid';
import { shareCounts, sharePercent } from '@/lib/domain/access/share-words';

export function DemoShares({ summary }: { summary: AccessSummary }) {
  const { entities, recordTypes } = summary;
  const columns = entityColumns(entities);
  const all = shareOfSummary(summary);
  return (
    <section aria-labelledby="shares-title" className="w-full max-w-5xl">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="shares-title" className="text-base font-semibold">
          Who may use what
        </h2>
        <ShareScale />
      </div>
      <p className="mb-4 text-sm text-text-muted">
        In this demo, {shareCounts(all)} assignments of a record to an entity give access: {sharePercent(all)}
        .
      </p>
      <ShareGrid recordTypes={recordTypes} whole={allEntities(columns)} wholeHead="All" columns={columns} />
    </section>
  );
}

'use client';

import { useId, useState } from 'react';
import { KindMark } from '@/components/shell/connection-kind';
import { Button } from '@/components/ui/button';
import { mostCells } from '@/lib/contract/limits';
import type { Proposal } from '@/lib/domain/access/change/change-proposal';
import { carryOver, type MatrixComparison } from '@/lib/domain/access/change/matrix-comparison';
import { sumInWords } from '@/lib/domain/access/change/proposal-counts';
import { CarryReview } from './carry-review';
import type { ComparedEnds } from './compare-words';

interface CarryOverProps {
  ends: ComparedEnds;
  found: MatrixComparison;
  isFiltered: boolean;
}

/** Offers to give one connection what the other gives; a person reviews it before it is applied. */
export function CarryOver({ ends, found, isFiltered }: CarryOverProps) {
  const { from, to } = ends;
  const { counts } = found;
  const id = useId();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const ways = [
    {
      isMirror: false,
      label: `Give in ${to.label} what ${from.label} gives`,
      give: counts['from-gives'],
      remove: 0,
    },
    {
      isMirror: true,
      label: `Make ${to.label} the same as ${from.label}`,
      give: counts['from-gives'],
      remove: counts['to-gives'],
    },
  ];
  return (
    <section
      aria-labelledby={id}
      data-print="hide"
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3"
    >
      <h2 id={id} className="flex flex-wrap items-center gap-2 text-base font-semibold">
        Carry access over to {to.label} <KindMark kind={to.kind} />
      </h2>
      <p className="max-w-prose text-sm text-text-muted">
        “Give” only adds access, “Make” also removes it{isFiltered && ', both within the filter'}. What is not
        set up in {to.label} stays as it is. You review it all first.
      </p>
      <ul className="flex flex-col gap-2">
        {ways.map(({ isMirror, label, give, remove }) => (
          <li key={label} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              isDisabled={give + remove === 0}
              keepsFocus
              aria-describedby={`${id}-${String(isMirror)}`}
              onPress={() => setProposal(carryOver(found, isMirror, mostCells))}
              className="h-auto! min-h-8 max-w-full shrink! py-1 text-left whitespace-normal! wrap-anywhere"
            >
              {label}…
            </Button>
            <span id={`${id}-${String(isMirror)}`} className="tabular text-sm text-text-muted">
              {give + remove === 0 ? 'Nothing to change' : sumInWords(give, remove)}
            </span>
          </li>
        ))}
      </ul>
      {proposal !== null && (
        <CarryReview {...{ ends, proposal }} matrix={found.to} onClose={() => setProposal(null)} />
      )}
    </section>
  );
}

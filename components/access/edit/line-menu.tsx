'use client';

import { ArrowDownUp, ArrowLeftFromLine, ArrowRightFromLine, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparePurpose } from '@/components/access/matrix/selected';
import { MenuContent } from '@/components/ui/overlays/menu';

interface LineMenuProps {
  /** Whether it is of an entity; else of a record. */
  isEntity: boolean;
  mayChange: boolean;
  /** Words for both selected entities or records that cross it; null: they are not two. */
  pair: string | null;
  onPair: () => void;
  /** Orders the rows by the entity. */
  onSort: () => void;
  /** Compares it with another one, or copies access from one to the other. */
  onOther: (purpose: ComparePurpose) => void;
  onClose: () => void;
}

/** More acts on the one entity or record that is selected. */
export function LineMenu({ isEntity, mayChange, pair, onPair, ...acts }: LineMenuProps) {
  const { onSort, onOther, onClose } = acts;
  const what = isEntity ? 'This entity' : 'This record';
  const others = actsWithOther(mayChange).map(({ purpose, label, icon }) => ({
    ...{ label, icon },
    onSelect: () => onOther(purpose),
  }));
  const compare =
    pair === null ? [] : [{ label: `Compare ${pair}`, icon: <Scale aria-hidden="true" />, onSelect: onPair }];
  const sort = { label: 'Order by this entity', icon: <ArrowDownUp aria-hidden="true" />, onSelect: onSort };
  return (
    <MenuContent
      label={what}
      header={<p className="text-sm font-medium">{what}</p>}
      groups={[{ heading: 'Access', items: [...others, ...compare, ...(isEntity ? [sort] : [])] }]}
      onClose={onClose}
    />
  );
}

/** Acts on an entity or a record and another one, which the person chooses next. */
export function actsWithOther(
  mayChange: boolean,
): readonly { purpose: ComparePurpose; label: string; icon: ReactNode }[] {
  const compare = { purpose: 'compare', label: 'Compare with…', icon: <Scale aria-hidden="true" /> } as const;
  if (!mayChange) return [compare];
  return [
    { purpose: 'copy-from', label: 'Copy access from…', icon: <ArrowLeftFromLine aria-hidden="true" /> },
    { purpose: 'copy-to', label: 'Copy access to…', icon: <ArrowRightFromLine aria-hidden="true" /> },
    compare,
  ];
}

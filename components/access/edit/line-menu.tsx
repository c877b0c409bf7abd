'use client';

import { ArrowDownUp, ArrowLeftFromLine, ArrowRightFromLine, Info, Scale } from 'lucide-react';
import type { ComparePurpose } from '@/components/access/matrix/selected-target';
import { MenuContent } from '@/components/ui/overlays/menu';

interface LineMenuProps {
  /** Whether it is of an entity; else of a record. */
  isEntity: boolean;
  mayChange: boolean;
  /** What is known of it is to be told. */
  onDetails: () => void;
  /** The rows are to be ordered by the entity. */
  onSort: () => void;
  /** It is to be compared with another one, or one of the two is to get what the other has. */
  onOther: (purpose: ComparePurpose) => void;
  onClose: () => void;
}

/** What else may be done with the one entity or record that is selected. */
export function LineMenu({ isEntity, mayChange, onDetails, onSort, onOther, onClose }: LineMenuProps) {
  const what = isEntity ? 'This entity' : 'This record';
  const sort = { label: 'Order by this entity', icon: <ArrowDownUp aria-hidden="true" />, onSelect: onSort };
  const copyTo = {
    label: 'Copy access to…',
    icon: <ArrowRightFromLine aria-hidden="true" />,
    onSelect: () => onOther('copy-to'),
  };
  const copyFrom = {
    label: 'Copy access from…',
    icon: <ArrowLeftFromLine aria-hidden="true" />,
    onSelect: () => onOther('copy-from'),
  };
  const compare = {
    label: 'Compare with…',
    icon: <Scale aria-hidden="true" />,
    onSelect: () => onOther('compare'),
  };
  const details = { label: 'Details…', icon: <Info aria-hidden="true" />, onSelect: onDetails };
  return (
    <MenuContent
      label={what}
      header={<p className="text-sm font-medium">{what}</p>}
      groups={[
        {
          heading: 'Access',
          items: [...(mayChange ? [copyFrom, copyTo] : []), compare, details, ...(isEntity ? [sort] : [])],
        },
      ]}
      onClose={onClose}
    />
  );
}

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import type { ChangeCells } from '@/lib/contract/changes';

type ShownPage = Pick<ChangeCells, 'page' | 'pageSize' | 'total'> & { value: readonly unknown[] };

/** Which combinations of how many are shown, and the way to the others. */
export function CellPages({ shown, onGo }: { shown: ShownPage; onGo: (page: number) => void }) {
  const { page, pageSize, total, value } = shown;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const steps = [
    { label: 'First page', Icon: ChevronFirst, to: 1, isDisabled: page <= 1 },
    { label: 'Previous page', Icon: ChevronLeft, to: Math.min(page - 1, last), isDisabled: page <= 1 },
    { label: 'Next page', Icon: ChevronRight, to: page + 1, isDisabled: page >= last },
    { label: 'Last page', Icon: ChevronLast, to: last, isDisabled: page >= last },
  ];
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      <span role="status" className="tabular text-sm text-text-muted">
        {value.length > 0 &&
          `${first.toLocaleString()}–${(first + value.length - 1).toLocaleString()} of ${total.toLocaleString()}`}
      </span>
      {(last > 1 || page > 1) && (
        <span data-print="hide" className="flex gap-1">
          {steps.map(({ label, Icon, to, isDisabled }) => (
            <IconButton
              key={label}
              label={label}
              icon={<Icon aria-hidden="true" />}
              keepsFocus
              isDisabled={isDisabled}
              onPress={() => onGo(to)}
            />
          ))}
        </span>
      )}
    </nav>
  );
}

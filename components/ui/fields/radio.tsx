import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

interface RadioProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Also for the chosen one; arrow keys press as well. */
  onPress: () => void;
  children: ReactNode;
  className?: string;
}

export function Radio({ name, isChosen, onChoose, onPress, children, className }: RadioProps) {
  return (
    <label
      className={classNames('flex min-h-7 min-w-0 cursor-pointer items-center gap-2 text-sm', className)}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        onClick={onPress}
        className="size-4 shrink-0"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}

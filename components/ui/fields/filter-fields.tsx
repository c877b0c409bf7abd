'use client';

import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';

interface FilterFieldsProps {
  first: ReactNode;
  children: ReactNode;
  /** Class of the unfolded fields in a narrow place. */
  unfolded: string;
  className?: string;
}

/** Fields in a row; in a narrow or low window all but the first fold. */
export function FilterFields({ first, children, unfolded, className }: FilterFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <section
      aria-label="Filters"
      data-print="hide"
      className={classNames('@container flex flex-wrap items-start gap-2', className)}
    >
      {first}
      <Button
        aria-expanded={isUnfolded}
        onPress={() => setUnfolded(!isUnfolded)}
        className="mt-5 roomy:@3xl:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
      </Button>
      <div
        className={
          isUnfolded
            ? classNames('w-full items-start gap-2 roomy:@3xl:contents', unfolded)
            : 'hidden roomy:@3xl:contents'
        }
      >
        {children}
      </div>
    </section>
  );
}

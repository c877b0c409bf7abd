import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

interface TextLinkProps extends ComponentProps<typeof Link> {
  /** `title`: underlined only under the pointer. */
  look?: 'underlined' | 'title';
}

export function TextLink({ look = 'underlined', className, ...props }: TextLinkProps) {
  return (
    <Link
      {...props}
      className={classNames(
        'rounded-sm',
        look === 'title'
          ? 'font-medium wrap-anywhere hover:text-accent-text hover:underline'
          : 'text-accent-text underline underline-offset-2',
        className,
      )}
    />
  );
}

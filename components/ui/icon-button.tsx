'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button';
import { classNames } from './class-names';

export interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Name for screen readers, also shown as the native hint. */
  label: string;
  icon: ReactNode;
}

/** A square button whose only content is an icon. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      aria-label={label}
      variant={variant}
      size={size}
      className={classNames(size === 'sm' ? 'w-7' : 'w-8', 'px-0! [&_svg]:size-4', className)}
    >
      {/* On the button itself the hint would be read out after the name, which is the same. */}
      <span title={label} aria-hidden="true" className="grid size-full place-items-center">
        {icon}
      </span>
    </Button>
  );
}

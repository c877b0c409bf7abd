'use client';

import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button';
import { classNames } from './class-names';

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  label: string;
  icon: ReactNode;
}

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
      {/* On the button the title would be read out as well. */}
      <span title={label} aria-hidden="true" className="grid size-full place-items-center">
        {icon}
      </span>
    </Button>
  );
}

'use client';

import type { ComponentProps, MouseEvent } from 'react';
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes';
import { classNames } from './class-names';
import { Ring } from './feedback/ring';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Stays focusable while disabled, for buttons that their own press disables. */
  keepsFocus?: boolean | undefined;
  /** Shows a ring and ignores presses, but keeps the focus. */
  isPending?: boolean | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  type = 'button',
  onPress,
  onClick,
  isDisabled,
  keepsFocus,
  isPending,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isIgnoring = isPending === true || (isDisabled === true && keepsFocus === true);
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled === true && keepsFocus !== true}
      aria-disabled={isIgnoring ? true : undefined}
      aria-busy={isPending === true ? true : undefined}
      onClick={(event) => {
        if (isIgnoring) {
          event.preventDefault();
          return;
        }
        onClick?.(event);
        onPress?.(event);
      }}
      className={classNames(
        buttonClasses(variant, size),
        isIgnoring && isPending !== true && 'cursor-not-allowed! opacity-50',
        className,
      )}
    >
      {isPending === true && <Ring />}
      {children}
    </button>
  );
}

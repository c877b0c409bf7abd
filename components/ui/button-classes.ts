import { classNames } from './class-names';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary:
    'border-line-strong bg-surface text-text hover:bg-hover aria-expanded:bg-hover aria-pressed:border-accent',
  ghost:
    'border-transparent text-text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text',
  danger: 'border-transparent bg-danger text-on-danger hover:opacity-90',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-sm',
  md: 'h-8 px-3 text-sm',
  lg: 'h-10 px-4 text-base',
};

export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default',
    'forced-colors:border-[ButtonBorder] aria-pressed:text-accent-text aria-pressed:not-hover:bg-accent-soft',
    looks[variant],
    sizes[size],
  );
}

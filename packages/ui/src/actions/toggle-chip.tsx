import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface ToggleChipProps {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  className?: string | undefined;
}

/** A filter in a capsule that is on or off, as high as the chips beside it. */
export function ToggleChip({ children, isSelected, onChange, className }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onChange(!isSelected)}
      className={classNames(
        'target inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line bg-card px-3 text-sm font-medium text-ink transition-colors hover:border-ink-2 aria-pressed:border-pulse aria-pressed:bg-pulse-soft',
        className,
      )}
    >
      {children}
    </button>
  );
}

import { Sparkles, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface ChipProps {
  children: ReactNode;
  icon?: ReactNode;
  /** `shared` marks common interests of two members. */
  tone?: 'plain' | 'shared' | 'leaf' | 'amber' | undefined;
  /** With both, the chip is a button that calls `onRemove`. */
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

const tones = {
  plain: 'border border-line bg-card text-ink',
  shared:
    'border border-transparent bg-pulse-soft text-ink forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]',
  leaf: 'border border-transparent bg-leaf-soft text-leaf',
  amber: 'border border-transparent bg-amber-soft text-amber',
};

/** A fact in a capsule. An active filter has `onRemove`: a press anywhere on it removes it. */
export function Chip({ children, icon, tone = 'plain', onRemove, removeLabel }: ChipProps) {
  const className = classNames(
    'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full px-3 py-1 text-sm font-medium text-shadow-none',
    tones[tone],
  );
  const content = (
    <>
      {icon}
      <span className="truncate">{children}</span>
    </>
  );
  if (!onRemove) return <span className={className}>{content}</span>;
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={removeLabel}
      className={classNames(className, 'target min-h-9 pr-2 transition-colors hover:border-ink-2')}
    >
      {content}
      <X className="size-4 text-ink-2" aria-hidden />
    </button>
  );
}

/** Chips side by side. On phones, one line that scrolls sideways to the edges of the page. */
export function ChipRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div
      className={classNames(
        'no-scrollbar relative flex gap-2 max-md:-mx-[16px] max-md:overflow-x-auto max-md:px-[16px] max-md:py-1 max-md:*:shrink-0 md:flex-wrap',
        className,
      )}
    >
      {children}
    </div>
  );
}

export interface FictionalChipProps {
  /** The site's term for it, singular. */
  children: string;
  /** On a picture it is opaque, so it stays legible. */
  isOnPhoto?: boolean | undefined;
}

/** Marks a profile as fictional. Amber on every surface, never left out. */
export function FictionalChip({ children, isOnPhoto }: FictionalChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6.5 max-w-full shrink-0 items-center gap-1 rounded-full bg-amber-soft px-2.5 text-xs font-semibold text-amber text-shadow-none',
        isOnPhoto && 'shadow-[0_1px_6px_rgb(20_8_14/0.35)]',
      )}
    >
      <Sparkles className="size-3.5 shrink-0" aria-hidden />
      {/* A site's own term may be long. */}
      <span className="truncate">{children}</span>
    </span>
  );
}

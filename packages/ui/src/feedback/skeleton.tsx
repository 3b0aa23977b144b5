import { classNames } from '../class-names.ts';

/** Placeholder for content that loads; give it the size of the content. Silent for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-breathe rounded-control bg-line/70', className)} />
  );
}

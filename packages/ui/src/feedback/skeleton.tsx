import { classNames } from '../class-names.ts';

/** A place held for something that comes; give it the size of what comes. Silent for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-breathe rounded-control bg-line/70', className)} />
  );
}

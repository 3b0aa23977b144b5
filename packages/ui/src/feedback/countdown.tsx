import { classNames } from '../class-names.ts';

export interface CountdownProps {
  /** Milliseconds left by the server's clock, updated by the parent. Negative counts as zero. */
  remainingMs: number;
  /** Subject of the countdown, for screen readers: "Offer valid for". */
  label: string;
  className?: string | undefined;
}

/** Hours, minutes, seconds as two digits each: `03:59:07`. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.floor(remainingMs / 1000));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Time left, in digits of fixed width. Screen readers do not read `role=timer` every second. */
export function Countdown({ remainingMs, label, className }: CountdownProps) {
  return (
    <span role="timer" aria-label={label} className={classNames('tabular font-semibold', className)}>
      {formatCountdown(remainingMs)}
    </span>
  );
}

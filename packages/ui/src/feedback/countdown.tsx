import { classNames } from '../class-names.ts';

export interface CountdownProps {
  /** The time left, as texts of two digits each. */
  left: { hours: string; minutes: string; seconds: string };
  /** Subject of the countdown, for screen readers: "Offer valid for". */
  label: string;
  className?: string | undefined;
}

/** Time left, in digits of fixed width: `03:59:07`. Screen readers do not read `role=timer` every second. */
export function Countdown({ left: { hours, minutes, seconds }, label, className }: CountdownProps) {
  return (
    <span role="timer" aria-label={label} className={classNames('tabular font-semibold', className)}>
      {hours}:{minutes}:{seconds}
    </span>
  );
}

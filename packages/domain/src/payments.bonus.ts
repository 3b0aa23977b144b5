import type { DiscountCode } from '@heartline/contracts';

/** Time left as texts of two digits each. */
export interface CountdownTexts {
  hours: string;
  minutes: string;
  seconds: string;
}

/** The time bonus of the specification: the discount-code object, whether it shows, and its countdown. */
export interface TimeBonusState extends DiscountCode {
  /** True while the bonus can be used. */
  isVisible: boolean;
  countdown: CountdownTexts;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Milliseconds as hours, minutes and seconds of two digits each; negative ones count as zero (S3-164 to S3-166). */
export function countdownTexts(ms: number): CountdownTexts {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return {
    hours: twoDigits(Math.floor(seconds / 3_600)),
    minutes: twoDigits(Math.floor(seconds / 60) % 60),
    seconds: twoDigits(seconds % 60),
  };
}

/**
 * The time bonus of a member at `now` (server time, milliseconds); null without a code and for a visitor (S4-035). It is
 * not visible after its end, nor for a member who has paid. The end is a fixed moment, so no later load restarts the
 * countdown (S4-042).
 */
export function timeBonusState(
  code: DiscountCode | null | undefined,
  user: { paid_user: boolean } | null,
  now: number,
): TimeBonusState | null {
  if (!code || !user) return null;
  const expired = now >= code.expires;
  const isVisible = !expired && !user.paid_user;
  return { ...code, expired, isVisible, countdown: countdownTexts(isVisible ? code.expires - now : 0) };
}

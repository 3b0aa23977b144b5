import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** First lines: open questions that suit everyone, in spoken style. */
export const OPENERS: readonly MessageDescriptor[] = [
  msg`What made you smile today?`,
  msg`What would your perfect Sunday look like?`,
  msg`Coffee, tea, or something stronger?`,
  msg`Which song have you had on repeat lately?`,
  msg`If we could travel anywhere tomorrow, where would you go?`,
  msg`What could you talk about for hours?`,
  msg`Which film could you watch over and over?`,
  msg`What’s the best meal you’ve had this year?`,
  msg`Are you a morning person or a night owl?`,
  msg`What’s something small that always makes you happy?`,
];

/** Number of openers offered at once. */
export const OFFERED = 4;

/** Openers for a member, in an order derived from the id, so that not every member gets the same first line. */
export function openersFor(profile: string, turn: number): MessageDescriptor[] {
  const start = Number.parseInt(profile.slice(-6), 16) % OPENERS.length;
  const from = (start + turn * OFFERED) % OPENERS.length;
  return [...OPENERS, ...OPENERS].slice(from, from + OFFERED);
}

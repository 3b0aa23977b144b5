import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Ways to begin: open questions that fit anybody, said as one would say them. */
export const OPENERS: readonly MessageDescriptor[] = [
  msg`What made you smile today?`,
  msg`What would your perfect Sunday look like?`,
  msg`Coffee, tea, or something stronger?`,
  msg`Which song have you had on repeat lately?`,
  msg`If we could travel anywhere tomorrow, where would you go?`,
  msg`What could you talk about for hours?`,
  msg`Which film could you watch again and again?`,
  msg`What’s the best meal you’ve had this year?`,
  msg`Are you a morning person, or does the day begin at night for you?`,
  msg`What’s something small that always makes you happy?`,
];

/** How many are offered at once, and how many more there are to turn to. */
export const OFFERED = 4;

/** The openers for one person, in an order of their own, so that not everybody gets the same first line. */
export function openersFor(profile: string, turn: number): MessageDescriptor[] {
  const start = Number.parseInt(profile.slice(-6), 16) % OPENERS.length;
  const from = (start + turn * OFFERED) % OPENERS.length;
  return [...OPENERS, ...OPENERS].slice(from, from + OFFERED);
}

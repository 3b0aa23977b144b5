import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** A guess at how long guessing takes: its dictionaries weigh more than a page, so this is loaded when first asked. */
const guesser = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/** How hard a password is to guess, from 0 to 4, for somebody who knows `about` the person. */
export function passwordStrength(password: string, about: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  // What is longer costs time to look at and is strong enough anyway.
  return guesser.check(password.slice(0, 64), about.filter(Boolean)).score;
}

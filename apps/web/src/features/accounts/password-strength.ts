import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Estimates how long guessing takes. Its dictionaries are larger than a page, so this module is loaded on first use.
 */
const guesser = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/** The strength of a password from 0 to 4, against an attacker who knows the words in `about`. */
export function passwordStrength(password: string, about: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  // A longer text takes time to analyse and is strong enough anyway.
  return guesser.check(password.slice(0, 64), about.filter(Boolean)).score;
}

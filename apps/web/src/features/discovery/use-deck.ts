import type { ErrorCode, ProfileCard } from '@heartline/contracts';
import { useState } from 'react';
import { ApiError } from '../../client/api.ts';

export type Choice = 'like' | 'pass';

const GONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU']);

/**
 * True for a member who is gone since the deal, or blocks this member. They can be neither liked nor passed, so the
 * card does not return.
 */
export const isOffTheDeck = (error: unknown): boolean => error instanceof ApiError && GONE.has(error.code);

export interface Decision {
  profile: ProfileCard;
  choice: Choice;
}

/** The undecided cards, the next one first, and the decisions. Only the last pass can be undone. */
export interface Deck {
  left: readonly ProfileCard[];
  /** The last decision, for the direction in which its card leaves the screen. */
  last: Decision | undefined;
  canUndo: boolean;
  /** Takes the top card off. Returns the decision, or undefined when no card was left. */
  decide(choice: Choice): Decision | undefined;
  /** Puts the last passed card back on top. Returns it, or undefined when the last decision was a like. */
  undo(): ProfileCard | undefined;
  /** Puts the card of a failed decision back. Does nothing if that was undone since: the card may be decided again. */
  putBack(decision: Decision): void;
}

/** A deck of these cards; more may be added. */
export function useDeck(cards: readonly ProfileCard[]): Deck {
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const left = leftOf(cards, decisions);
  const last = decisions.at(-1);
  // A card that a filter has excluded since can't return.
  const canUndo = last?.choice === 'pass' && cards.some(({ id }) => id === last.profile.id);
  return {
    left,
    last,
    canUndo,
    decide(choice) {
      const [profile] = left;
      if (!profile) return undefined;
      const decision = { profile, choice };
      setDecisions([...decisions, decision]);
      return decision;
    },
    undo() {
      if (!canUndo) return undefined;
      setDecisions(decisions.slice(0, -1));
      return last.profile;
    },
    putBack: (failed) => setDecisions((now) => now.filter((decision) => decision !== failed)),
  };
}

/** The undecided cards, each once, in order. */
function leftOf(cards: readonly ProfileCard[], decisions: readonly Decision[]): ProfileCard[] {
  const gone = new Set(decisions.map(({ profile }) => profile.id));
  return cards.filter((card) => {
    if (gone.has(card.id)) return false;
    gone.add(card.id);
    return true;
  });
}

import type { ErrorCode, ProfileCard } from '@heartline/contracts';
import { useState } from 'react';
import { ApiError } from '../../client/api.ts';

export type Choice = 'like' | 'pass';

const GONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU']);

/** Who is gone since they were dealt, or blocks the member, can neither be liked nor passed: they don't come back. */
export const isOffTheDeck = (error: unknown): boolean => error instanceof ApiError && GONE.has(error.code);

export interface Decision {
  profile: ProfileCard;
  choice: Choice;
}

/** The cards still to decide on, the next first, and what was decided: only the last pass can be taken back. */
export interface Deck {
  left: readonly ProfileCard[];
  /** How the last card went, for the way it leaves the screen. */
  last: Decision | undefined;
  canUndo: boolean;
  /** Takes the top card off; what was decided, or undefined where no card was left. */
  decide(choice: Choice): Decision | undefined;
  /** Puts the last passed card back on top; it, or undefined when the last decision was a like. */
  undo(): ProfileCard | undefined;
  /** Puts a card back whose decision failed, unless that was taken back since: the card may be decided on anew. */
  putBack(decision: Decision): void;
}

/** A deck of these cards, which may grow. */
export function useDeck(cards: readonly ProfileCard[]): Deck {
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const left = leftOf(cards, decisions);
  const last = decisions.at(-1);
  // Somebody who was filtered away since has no place to come back to.
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

/** Those not decided on, each once, in their order. */
function leftOf(cards: readonly ProfileCard[], decisions: readonly Decision[]): ProfileCard[] {
  const gone = new Set(decisions.map(({ profile }) => profile.id));
  return cards.filter((card) => {
    if (gone.has(card.id)) return false;
    gone.add(card.id);
    return true;
  });
}

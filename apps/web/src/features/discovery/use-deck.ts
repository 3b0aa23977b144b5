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

/** The undecided cards, the next one first, and the decisions. The last one can be undone, then the one before it. */
export interface Deck {
  left: readonly ProfileCard[];
  /** The last decision, for the direction in which its card leaves the screen. */
  last: Decision | undefined;
  canUndo: boolean;
  /** The cards passed on that can come back. */
  passed: readonly ProfileCard[];
  /** Takes the top card off. Returns the decision, or undefined when no card was left. */
  decide(choice: Choice): Decision | undefined;
  /** Puts the last decided card back on top. Returns its decision, or undefined when there is none to undo. */
  undo(): Decision | undefined;
  /** Puts every passed card back. */
  again(): void;
  /** Puts the card of a failed decision back. Does nothing if that was undone since: the card may be decided again. */
  putBack(decision: Decision): void;
  /** Makes a decision final: a like that became a match. */
  settle(decision: Decision): void;
}

/** A deck of these cards; more may be added. */
export function useDeck(cards: readonly ProfileCard[]): Deck {
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const [final, setFinal] = useState<ReadonlySet<Decision>>(new Set());
  const left = leftOf(cards, decisions);
  const last = decisions.at(-1);
  // A card that a filter has excluded since can't return.
  const isThere = ({ profile }: Decision) => cards.some(({ id }) => id === profile.id);
  const canUndo = last !== undefined && !final.has(last) && isThere(last);
  const passed = decisions.filter((one) => one.choice === 'pass' && isThere(one));
  return {
    left,
    last,
    canUndo,
    passed: passed.map(({ profile }) => profile),
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
      return last;
    },
    again: () => setDecisions((now) => now.filter(({ choice }) => choice === 'like')),
    putBack: (failed) => setDecisions((now) => now.filter((decision) => decision !== failed)),
    settle: (decision) => setFinal((now) => new Set([...now, decision])),
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

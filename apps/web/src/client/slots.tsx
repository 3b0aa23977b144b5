import type { ProfileCard } from '@heartline/contracts';
import { type ComponentType, createContext, use } from 'react';

/**
 * Pieces of one feature that stand on the screens of another. Features do not import each other: `app/composition.tsx`
 * fills these, and a screen takes what it needs with `useSlots()`.
 */
export interface Slots {
  /** The heart of a person: pressed and unpressed at once, put back when the server refuses. */
  LikeToggle: ComponentType<{ profile: ProfileCard; variant?: 'onPhoto' | 'quiet' }>;
  /** Takes back the block of somebody whose page was opened. */
  UnblockButton: ComponentType<{ id: string }>;
  /** Who sees the member: invisible mode, blocked people, cases. */
  PrivacySettings: ComponentType;
  /** Asks right after a sign-up whether this device may be told things; `onDone` also when it can't be asked. */
  PushQuestion: ComponentType<{ onDone: () => void; level: 1 | 2 }>;
  /** Opens sign-up: a dialog on wide screens, its page on narrow ones (S2). */
  openSignUp: (email?: string) => void;
}

const SlotsContext = createContext<Slots | null>(null);

export const SlotsProvider = SlotsContext.Provider;

/** The slots as the app filled them. */
export function useSlots(): Slots {
  const slots = use(SlotsContext);
  if (!slots) throw new Error('SlotsProvider is missing around this screen.');
  return slots;
}

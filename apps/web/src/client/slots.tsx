import type { Profile, ProfileCard } from '@heartline/contracts';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

/**
 * Components of one feature on the screens of another. Features do not import each other: `app/composition.tsx` fills
 * the slots, and a screen reads them with `useSlots()`.
 */
export interface Slots {
  /** The like button of a profile. It changes at once, and back when the server refuses. */
  LikeToggle: ComponentType<{ profile: ProfileCard; variant?: 'onPhoto' | 'quiet' }>;
  /** A whole profile without the page around it and without its actions, inside the deck of the match finder. */
  WholeProfile: ComponentType<{ profile: Profile }>;
  /** Openers and a field for a first message, in a dialog. Empty where the member can't write from there. */
  FirstMessage: ComponentType<{ profile: ProfileCard; onSent: () => void }>;
  /** Unblocks the member whose page is open. */
  UnblockButton: ComponentType<{ id: string }>;
  /** Privacy settings: invisible mode, blocked members, cases. */
  PrivacySettings: ComponentType;
  /** Buys credits without leaving the chat. */
  CreditsSheet: ComponentType<CreditsSheetProps>;
  /** Asks for push permission right after a sign-up. `onDone` also runs when it can't be asked. */
  PushQuestion: ComponentType<{ onDone: () => void; level: 1 | 2 }>;
  /** Opens sign-up: a dialog on wide screens, its page on narrow ones (S2). */
  openSignUp: (email?: string) => void;
}

export interface CreditsSheetProps {
  /** "Get credits to reply to Mara". */
  title: string;
  /** Credits that are missing at least. With none missing it closes, but not while a payment is being opened. */
  missing: number;
  /** Why credits would not help, in words; the sheet then sells nothing. */
  blocked: ReactNode;
  /** The message, or the price of one. */
  children: ReactNode;
  /** When the message is sent, if one is to be sent. */
  afterwards: ReactNode;
  /** Runs once the payment is opened. False if this sheet was closed meanwhile: the page then does not go to it. */
  onOpened: () => Promise<boolean>;
  onClose: () => void;
}

const SlotsContext = createContext<Slots | null>(null);

export const SlotsProvider = SlotsContext.Provider;

/** The slots as the app filled them. */
export function useSlots(): Slots {
  const slots = use(SlotsContext);
  if (!slots) throw new Error('SlotsProvider missing');
  return slots;
}

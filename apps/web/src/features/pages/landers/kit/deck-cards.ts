import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A thing that two people might enjoy. The drawn face is no member's. */
export interface DeckCard {
  name: string;
  face: string;
  title: MessageDescriptor;
}

export const DECK_CARDS: readonly DeckCard[] = [
  { name: 'coffee', face: 'kim', title: msg`Coffee that turns into dinner` },
  { name: 'sea', face: 'ben', title: msg`A day by the sea` },
  { name: 'wine', face: 'pia', title: msg`Wine, and talking until late` },
  { name: 'bike', face: 'zoe', title: msg`The long way home` },
  { name: 'flowers', face: 'leo', title: msg`Flowers for no reason` },
];

import type { Photo, ProfileCard } from '@heartline/contracts';
import { classNames, Skeleton } from '@heartline/ui';
import type { ComponentType, ReactNode, Ref } from 'react';
import { CardDeck } from './card-deck.tsx';
import { DeckControls } from './deck-controls.tsx';
import { useDeckKeys } from './deck-keys.ts';
import { CLOSED_WIDTH, DECK_HEIGHT } from './deck-size.ts';
import { OpenProfile } from './open-profile.tsx';
import { useCardPhotos } from './use-card-photos.ts';
import type { Choice, Deck } from './use-deck.ts';
import { useOpenCard } from './use-open-card.ts';

interface DeckViewProps {
  deck: Deck;
  isPending: boolean;
  /** The content when no card is left, and its text for screen readers. */
  end: { view: ReactNode; said: string } | undefined;
  /** Pictures of the top card's profile, once it is loaded. */
  pictures: readonly Photo[] | undefined;
  /** The profile of an opened card. */
  Profile: ComponentType<{ card: ProfileCard }>;
  onDecide: (choice: Choice) => void;
  onUndo: () => void;
  passRef?: Ref<HTMLButtonElement> | undefined;
}

/** A deck with its buttons and keys: of the match finder, and of the visitors' swipe game. */
export function DeckView(props: DeckViewProps) {
  const { deck, isPending, end, pictures, Profile, onDecide, onUndo, passRef } = props;
  const [top] = deck.left;
  const photos = useCardPhotos(top, pictures);
  const { isOpen, open, close, openRef } = useOpenCard(top?.id);
  useDeckKeys({
    ...(top && { ArrowLeft: () => onDecide('pass'), ArrowRight: () => onDecide('like') }),
    ...(isOpen ? { Escape: close, i: close, I: close } : keysOfClosed()),
  });
  const face = { photos: photos.photos, at: photos.at, onStep: photos.step, onOpen: open, openRef };
  function keysOfClosed() {
    const opening = { ArrowUp: open, Enter: open, i: open, I: open, ' ': () => photos.step(1, true) };
    return { ...(deck.canUndo && { ArrowDown: onUndo }), ...(top && opening) };
  }
  return (
    <>
      {isPending ? (
        <DeckSkeleton />
      ) : end ? (
        end.view
      ) : (
        <CardDeck
          deck={deck}
          face={face}
          opened={
            isOpen &&
            top && (
              <OpenProfile card={top} onClose={close}>
                <Profile card={top} />
              </OpenProfile>
            )
          }
          onDecide={onDecide}
        />
      )}
      <DeckControls
        passRef={passRef}
        deck={deck}
        end={end?.said}
        isOpen={isOpen}
        onDecide={onDecide}
        onUndo={onUndo}
      />
    </>
  );
}

/** The place of a card that is loading. */
export function DeckSkeleton() {
  return (
    <div className={DECK_HEIGHT}>
      <Skeleton className={classNames('mx-auto size-full rounded-card', CLOSED_WIDTH)} />
    </div>
  );
}

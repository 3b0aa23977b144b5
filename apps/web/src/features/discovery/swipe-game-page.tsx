import { getSwipeGame, swipeLike } from '@heartline/contracts';
import { Button, EmptyState, Page, PageHeader, showToast } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { useSlots } from '../../client/slots.tsx';
import { DeckFilter } from './deck-filter.tsx';
import { VisitorDeckProfile } from './deck-profile.tsx';
import { DECK_HEADER, DECK_PAGE } from './deck-size.ts';
import { DeckView } from './deck-view.tsx';
import { changeSearch, parseMemberSearch } from './member-search.ts';
import { type Choice, type Deck, isOffTheDeck } from './use-deck.ts';
import { usePagedDeck } from './use-paged-deck.ts';

/** In order: an answer that overtook a later one would show too many likes left. */
const likes = createRequestQueue();

/** The swipe game for visitors (S2-078): a few likes a day, stored until they sign up. */
export function SwipeGamePage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const navigate = useNavigate();
  const { gender, fictional } = parseMemberSearch(useSearch({ from: '/default/swipe-game' }));
  const search = { ...(gender && { gender }), ...(fictional && { fictional }) };
  useDocumentTitle(t`Swipe game`);
  const { cards, deck, isPending, isOver, failure, retry } = usePagedDeck(
    keys.swipeGame(search),
    (cursor, options) => call(getSwipeGame, { ...search, ...cursor }, options),
  );
  const first = cards.data?.pages[0];
  const [left, setLeft] = useUntilDealt<number>(first?.dealtAt);
  const [refusal, setRefusal] = useUntilDealt<ApiError>(first?.dealtAt);

  async function decide(choice: Choice) {
    const decision = deck.decide(choice);
    if (!decision || choice === 'pass') return;
    const { id } = decision.profile;
    try {
      setLeft((await likes.enqueue(() => call(swipeLike, { profile: id }))).likes_left);
    } catch (error) {
      if (!isOffTheDeck(error)) deck.putBack(decision);
      if (error instanceof ApiError && error.code === 'SWIPE_LIMIT') setRefusal(error);
      else await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  }

  const likesLeft = left ?? first?.likes_left;
  return (
    <Page className={DECK_PAGE}>
      <PageHeader
        title={t`Swipe game`}
        className={DECK_HEADER}
        actions={
          <p aria-live="polite" className="tabular text-sm font-semibold text-ink-2">
            {likesLeft !== undefined && (
              <Plural value={likesLeft} one="# like left today" other="# likes left today" />
            )}
          </p>
        }
      />
      {refusal || !failure ? (
        <Game
          deck={deck}
          isPending={isPending}
          refusal={refusal}
          isOver={isOver}
          onDecide={(choice) => void decide(choice)}
          onBack={() => setRefusal(undefined)}
        />
      ) : (
        <LoadFailure error={failure} onRetry={retry} />
      )}
      <DeckFilter
        search={search}
        hasGender
        onChange={(change) =>
          void navigate({ to: '/swipe-game', search: (now) => changeSearch(now, change), resetScroll: false })
        }
      />
    </Page>
  );
}

/**
 * The answer to a like, until cards requested later arrive: they know better, such as that it is another day. `dealtAt`
 * is the time of the first cards' request, in Unix ms.
 */
function useUntilDealt<T>(dealtAt: number | undefined) {
  const [answer, setAnswer] = useState<{ said: T; at: number }>();
  const isPast = answer !== undefined && dealtAt !== undefined && dealtAt > answer.at;
  const set = (said: T | undefined) => setAnswer(said === undefined ? undefined : { said, at: Date.now() });
  return [isPast ? undefined : answer?.said, set] as const;
}

interface GameProps {
  deck: Deck;
  isPending: boolean;
  refusal: ApiError | undefined;
  isOver: boolean;
  onDecide: (choice: Choice) => void;
  onBack: () => void;
}

function Game({ deck, isPending, refusal, isOver, onDecide, onBack }: GameProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const pass = useRef<HTMLButtonElement>(null);
  const wasRefused = useRef(false);
  useEffect(() => {
    // The button back goes with the refusal. A keyboard user who pressed it continues at the cards.
    const isBack = wasRefused.current && !refusal && document.activeElement === document.body;
    if (isBack) pass.current?.focus({ preventScroll: true });
    wasRefused.current = refusal !== undefined;
  }, [refusal]);
  const said = refusal ? errorTextOf(refusal) : isOver ? t`You’ve seen everyone for now.` : undefined;
  const view = said && <GoOn title={said} onBack={refusal && onBack} />;
  return (
    <DeckView
      passRef={pass}
      // Without cards, the controls stay where a keyboard user left them, and announce the end to screen readers.
      deck={refusal ? { ...deck, left: [] } : deck}
      isPending={isPending && !refusal}
      end={said ? { view, said } : undefined}
      pictures={undefined}
      Profile={VisitorDeckProfile}
      onDecide={onDecide}
      onUndo={() => deck.undo()}
    />
  );
}

/** The end of the game, and the next step. */
function GoOn({ title, onBack }: { title: string; onBack?: (() => void) | undefined }) {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  return (
    <EmptyState
      drawing="likes"
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="primary" onPress={() => openSignUp()}>{t`Sign up`}</Button>
          {onBack && <Button onPress={onBack}>{t`Back to the cards`}</Button>}
        </div>
      }
    >
      <Trans>Your likes are saved. They’re sent as soon as you sign up.</Trans>
    </EmptyState>
  );
}

import { getSwipeGame, swipeLike, undoSwipeLike } from '@heartline/contracts';
import { Button, EmptyState, Page, PageHeader, RadioGroup, showToast } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { createRequestQueue } from '../../client/request-queue.ts';
import { useSlots } from '../../client/slots.tsx';
import { DeckEnd, useEnd } from './deck-end.tsx';
import { DeckFilters } from './deck-filters.tsx';
import { VisitorDeckProfile } from './deck-profile.tsx';
import { type DeckSearch, deckSearchOf, toDeckQuery } from './deck-search.ts';
import { DECK_HEADER, DECK_PAGE } from './deck-size.ts';
import { DeckView } from './deck-view.tsx';
import { parseMemberSearch } from './member-search.ts';
import { type Choice, type Deck, isOffTheDeck } from './use-deck.ts';
import { usePagedDeck } from './use-paged-deck.ts';
import { factsOf, type OwnGender, ownGenderOf } from './visitor-facts.ts';

/** In order: an answer that overtook a later one would show too many likes left. */
const likes = createRequestQueue();

/** The swipe game for visitors (S2-078): a few likes a day, stored until they sign up. */
export function SwipeGamePage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { search, own, query, go } = useSwipeSearch();
  useDocumentTitle(t`Swipe game`);
  const { cards, deck, isPending, isOver, end, failure, retry } = usePagedDeck(
    keys.swipeGame(query),
    (cursor, options) => call(getSwipeGame, { ...query, ...cursor }, options),
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
  async function undo() {
    const undone = deck.undo();
    if (undone?.choice !== 'like') return;
    const { id } = undone.profile;
    await likes
      .enqueue(() => call(undoSwipeLike, { profile: id }))
      .then((answer) => setLeft(answer.likes_left))
      .catch((error: unknown) => showToast({ title: errorTextOf(error), tone: 'error' }));
  }

  const { endTitle, wider } = useEnd(end);
  const likesLeft = left ?? first?.likes_left;
  return (
    <Page className={DECK_PAGE}>
      <PageHeader
        title={t`Swipe game`}
        className={DECK_HEADER}
        actions={
          <>
            <p aria-live="polite" className="tabular text-sm font-semibold text-ink-2">
              {likesLeft !== undefined && (
                <Plural value={likesLeft} one="# like left today" other="# likes left today" />
              )}
            </p>
            <VisitorFilters search={search} own={own} onChange={go} />
          </>
        }
      />
      {refusal || !failure ? (
        <Game
          deck={deck}
          isPending={isPending}
          refusal={refusal}
          end={
            isOver && (
              <DeckEnd
                {...{ title: endTitle, search, deck, wider }}
                onWiden={(next) => go(deckSearchOf(next))}
                onAgain={deck.again}
                action={<SignUpButton isPrimary={!wider} />}
              />
            )
          }
          endTitle={endTitle}
          onDecide={(choice) => void decide(choice)}
          onUndo={() => void undo()}
          onBack={() => setRefusal(undefined)}
        />
      ) : (
        <LoadFailure error={failure} onRetry={retry} />
      )}
    </Page>
  );
}

/** The filters in the address, and how they change. */
function useSwipeSearch() {
  const navigate = useNavigate();
  const raw: Record<string, unknown> = useSearch({ from: '/default/swipe-game' });
  const search = deckSearchOf(parseMemberSearch(raw));
  const own = ownGenderOf(raw);
  return {
    search,
    own,
    query: { ...toDeckQuery(search), ...factsOf(own, search.gender) },
    go(next: DeckSearch, by = own) {
      const address = { ...next, ...(by && { own_gender: by }) };
      void navigate({ to: '/swipe-game', search: address, resetScroll: false });
    },
  };
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

interface VisitorFiltersProps {
  search: DeckSearch;
  own: OwnGender | undefined;
  onChange: (search: DeckSearch, own?: OwnGender) => void;
}

/** The filters of a deck, and who the visitor is: then only people who could like them back are dealt. */
function VisitorFilters({ search, own, onChange }: VisitorFiltersProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(own);
  return (
    <DeckFilters search={search} onChange={(next) => onChange(next, draft)}>
      <RadioGroup<OwnGender | 'unsaid'>
        label={t`You are`}
        isCompact
        value={draft ?? 'unsaid'}
        onChange={(gender) => setDraft(gender === 'unsaid' ? undefined : gender)}
        options={[
          { value: 'unsaid', label: t`Not saying` },
          { value: 'female', label: t`A woman` },
          { value: 'male', label: t`A man` },
        ]}
      />
    </DeckFilters>
  );
}

interface GameProps {
  deck: Deck;
  isPending: boolean;
  refusal: ApiError | undefined;
  /** The content when no card is left. */
  end: ReactNode;
  endTitle: string;
  onDecide: (choice: Choice) => void;
  onUndo: () => void;
  onBack: () => void;
}

function Game({ deck, isPending, refusal, end, endTitle, onDecide, onUndo, onBack }: GameProps) {
  const errorTextOf = useErrorMessage();
  const pass = useRef<HTMLButtonElement>(null);
  const wasRefused = useRef(false);
  useEffect(() => {
    // The button back goes with the refusal. A keyboard user who pressed it continues at the cards.
    const isBack = wasRefused.current && !refusal && document.activeElement === document.body;
    if (isBack) pass.current?.focus({ preventScroll: true });
    wasRefused.current = refusal !== undefined;
  }, [refusal]);
  const said = refusal ? errorTextOf(refusal) : endTitle;
  const view = refusal ? <LimitReached title={said} onBack={onBack} /> : end;
  return (
    <DeckView
      passRef={pass}
      // Without cards, the controls stay where a keyboard user left them, and announce the end to screen readers.
      deck={refusal ? { ...deck, left: [] } : deck}
      isPending={isPending && !refusal}
      end={view ? { view, said } : undefined}
      pictures={undefined}
      Profile={VisitorDeckProfile}
      onDecide={onDecide}
      onUndo={onUndo}
    />
  );
}

/** The likes of today are used: the next step, and the way back. */
function LimitReached({ title, onBack }: { title: string; onBack: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="likes"
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <SignUpButton isPrimary />
          <Button onPress={onBack}>{t`Back to the cards`}</Button>
        </div>
      }
    >
      <Trans>Your likes are saved. They’re sent as soon as you sign up.</Trans>
    </EmptyState>
  );
}

function SignUpButton({ isPrimary }: { isPrimary: boolean }) {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  return <Button variant={isPrimary ? 'primary' : 'quiet'} onPress={() => openSignUp()}>{t`Sign up`}</Button>;
}

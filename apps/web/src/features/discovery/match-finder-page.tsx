import { type ErrorCode, findMatches, likeProfile, passProfile, undoPass } from '@heartline/contracts';
import { Button, EmptyState, Page, PageHeader, Skeleton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys, queryClient } from '../../client/query.ts';
import { CardDeck } from './card-deck.tsx';
import { decisions } from './decisions.ts';
import { DeckControls } from './deck-controls.tsx';
import { DeckFilter } from './deck-filter.tsx';
import { DECK_SIZE } from './deck-size.ts';
import { changeSearch } from './member-search.ts';
import type { Choice } from './use-deck.ts';
import { usePagedDeck } from './use-paged-deck.ts';

/** Who is gone since they were dealt, or blocks the member, could neither be liked nor passed: they don't come back. */
const GONE: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'BLOCKED_BY', 'BLOCKED_BY_YOU']);

/** The match finder (S2-077): one person at a time, without a limit a day. */
export function MatchFinderPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useSearch({ from: '/default/for-members/match-finder' });
  useDocumentTitle(t`Match finder`);
  return (
    <Page className="grow">
      <PageHeader title={t`Match finder`} />
      <Finder key={`${search.everywhere} ${search.fictional}`} search={search} />
      <DeckFilter
        search={search}
        onChange={(change) =>
          void navigate({
            to: '/match-finder',
            search: (now) => changeSearch(now, change),
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}

function Finder({ search }: { search: { everywhere?: 1; fictional?: 'no' } }) {
  const { everywhere, ...rest } = search;
  const { t } = useLingui();
  const navigate = useNavigate();
  const say = useErrorMessage();
  const { deck, isPending, isOver, failure, retry } = usePagedDeck(
    keys.matchFinder(search),
    async (cursor, options) => {
      await decisions.over();
      return call(findMatches, { ...rest, ...(everywhere && { everywhere: '1' }), ...cursor }, options);
    },
  );

  async function decide(choice: Choice) {
    const profile = deck.decide(choice);
    if (!profile) return;
    try {
      await decisions.take(() =>
        call(choice === 'like' ? likeProfile : passProfile, { profile: profile.id }),
      );
      // A match among them announces itself from the list.
      if (choice === 'like') await queryClient.invalidateQueries({ queryKey: keys.likes });
    } catch (error) {
      const isOffTheDeck = error instanceof ApiError && GONE.has(error.code);
      if (!isOffTheDeck) deck.putBack(profile);
      if (isOffTheDeck && choice === 'pass') return;
      await showToast({ title: say(error), tone: 'error' });
    }
  }
  async function undo() {
    const profile = deck.undo();
    if (!profile) return;
    await decisions
      .take(() => call(undoPass, { profile: profile.id }))
      .catch((error: unknown) => showToast({ title: say(error), tone: 'error' }));
  }

  if (failure) {
    return <LoadFailure error={failure} onRetry={retry} />;
  }
  return (
    <>
      {isPending ? (
        <Skeleton className={`${DECK_SIZE} rounded-card`} />
      ) : isOver ? (
        <EmptyState
          drawing="search"
          title={
            everywhere ? t`You have seen everybody for now.` : t`You have seen everybody in your country.`
          }
          action={
            everywhere ? (
              <Button href="/members" variant="primary">{t`Search members`}</Button>
            ) : (
              <Button
                variant="primary"
                onPress={() => void navigate({ to: '/match-finder', search: { ...search, everywhere: 1 } })}
              >{t`Look in other countries`}</Button>
            )
          }
        >
          <Trans>People you pass come back after a month.</Trans>
        </EmptyState>
      ) : (
        <CardDeck deck={deck} onDecide={(choice) => void decide(choice)} />
      )}
      <DeckControls deck={deck} onDecide={(choice) => void decide(choice)} onUndo={() => void undo()} />
    </>
  );
}

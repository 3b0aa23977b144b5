import { findMatches } from '@heartline/contracts';
import { Button, EmptyState, Page, PageHeader, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { createDecider, settled } from './decisions.ts';
import { DeckFilter } from './deck-filter.tsx';
import { MemberDeckProfile, useTopProfile } from './deck-profile.tsx';
import { DECK_HEADER, DECK_PAGE } from './deck-size.ts';
import { DeckView } from './deck-view.tsx';
import { changeSearch } from './member-search.ts';
import { type Choice, isOffTheDeck } from './use-deck.ts';
import { usePagedDeck } from './use-paged-deck.ts';

/** The match finder (S2-077): one member at a time, without a daily limit. */
export function MatchFinderPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useSearch({ from: '/default/for-members/match-finder' });
  useDocumentTitle(t`Match finder`);
  return (
    <Page className={DECK_PAGE}>
      <PageHeader title={t`Match finder`} className={DECK_HEADER} />
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

interface FinderSearch {
  everywhere?: 1;
  fictional?: 'no';
}

function Finder({ search }: { search: FinderSearch }) {
  const { everywhere, ...rest } = search;
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { deck, isPending, isOver, failure, retry } = usePagedDeck(
    keys.matchFinder(search),
    async (cursor, options) => {
      await settled();
      return call(findMatches, { ...rest, ...(everywhere && { everywhere: '1' }), ...cursor }, options);
    },
  );

  const top = useTopProfile(deck.left[0]);
  const [decider] = useState(createDecider);

  async function decide(choice: Choice) {
    const decision = deck.decide(choice);
    if (!decision) return;
    try {
      await decider[choice](decision.profile);
    } catch (error) {
      const isGone = isOffTheDeck(error);
      if (!isGone) deck.putBack(decision);
      if (isGone && choice === 'pass') return;
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  }
  async function undo() {
    const profile = deck.undo();
    if (!profile) return;
    await decider
      .undo(profile)
      .catch((error: unknown) => showToast({ title: errorTextOf(error), tone: 'error' }));
  }

  if (failure) {
    return <LoadFailure error={failure} onRetry={retry} />;
  }
  const seenAll = everywhere ? t`You’ve seen everyone for now.` : t`You’ve seen everyone in your country.`;
  return (
    <DeckView
      deck={deck}
      isPending={isPending}
      end={isOver ? { view: <FinderEnd title={seenAll} search={search} />, said: seenAll } : undefined}
      pictures={top?.pictures}
      Profile={MemberDeckProfile}
      onDecide={(choice) => void decide(choice)}
      onUndo={() => void undo()}
    />
  );
}

/** Shown when no member is left, with other places to search. */
function FinderEnd({ title, search }: { title: string; search: FinderSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <EmptyState
      drawing="search"
      title={title}
      action={
        search.everywhere ? (
          <Button href="/members" variant="primary">{t`Search members`}</Button>
        ) : (
          <Button
            variant="primary"
            onPress={() => void navigate({ to: '/match-finder', search: { ...search, everywhere: 1 } })}
          >{t`Look in other countries`}</Button>
        )
      }
    >
      <Trans>People you passed on come back after a month.</Trans>
    </EmptyState>
  );
}

import { findMatches, type InputOf } from '@heartline/contracts';
import { Button, Page, PageHeader, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { createDecider, settled } from './decisions.ts';
import { DeckEnd, useEnd } from './deck-end.tsx';
import { DeckFilters } from './deck-filters.tsx';
import { MemberDeckProfile, useTopProfile } from './deck-profile.tsx';
import { type DeckSearch, useFinderSearch } from './deck-search.ts';
import { DECK_HEADER, MEMBER_DECK_PAGE } from './deck-size.ts';
import { DeckSkeleton, DeckView } from './deck-view.tsx';
import type { MemberSearch } from './member-search.ts';
import { type Choice, isOffTheDeck } from './use-deck.ts';
import { usePagedDeck } from './use-paged-deck.ts';

type Query = Omit<InputOf<typeof findMatches>, 'cursor'>;

/** The match finder (S2-077): one member at a time, without a daily limit. */
export function MatchFinderPage() {
  const { t } = useLingui();
  const { search, query, failure, retry, change, widen } = useFinderSearch();
  useDocumentTitle(t`Match finder`);
  return (
    <Page className={MEMBER_DECK_PAGE}>
      <PageHeader
        title={t`Match finder`}
        className={DECK_HEADER}
        actions={search && <DeckFilters search={search} onChange={change} />}
      />
      {search && query ? (
        <Finder key={hashKey([query])} search={search} query={query} onWiden={widen} />
      ) : failure ? (
        <LoadFailure error={failure} onRetry={retry} />
      ) : (
        <DeckSkeleton />
      )}
    </Page>
  );
}

interface FinderProps {
  search: DeckSearch;
  query: Query;
  onWiden: (search: MemberSearch) => void;
}

function Finder({ search, query, onWiden }: FinderProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { deck, isPending, isOver, end, failure, retry } = usePagedDeck(
    keys.matchFinder(query),
    async (cursor, options) => {
      await settled();
      return call(findMatches, { ...query, ...cursor }, options);
    },
  );
  const top = useTopProfile(deck.left[0]);
  const [decider] = useState(createDecider);
  const showError = (error: unknown) => showToast({ title: errorTextOf(error), tone: 'error' });

  async function decide(choice: Choice) {
    const decision = deck.decide(choice);
    if (!decision) return;
    try {
      const answer = await decider[choice](decision.profile);
      if (answer?.matched) deck.settle(decision);
    } catch (error) {
      const isGone = isOffTheDeck(error);
      if (!isGone) deck.putBack(decision);
      if (!isGone || choice === 'like') await showError(error);
    }
  }
  async function undo() {
    const undone = deck.undo();
    if (!undone) return;
    const { profile, choice } = undone;
    await (choice === 'like' ? decider.undoLike(profile) : decider.undoPass(profile)).catch(showError);
  }
  async function again() {
    deck.again();
    await Promise.all(deck.passed.map((profile) => decider.undoPass(profile))).catch(showError);
  }

  const { endTitle: title, isEmpty, wider } = useEnd(end);
  if (failure) {
    return <LoadFailure error={failure} onRetry={retry} />;
  }
  return (
    <DeckView
      deck={deck}
      isPending={isPending}
      end={
        isOver
          ? {
              said: title,
              view: (
                <DeckEnd
                  {...{ title, search, wider, deck, onWiden }}
                  onAgain={() => void again()}
                  action={!wider && <Button href="/members">{t`Search members`}</Button>}
                >
                  {!isEmpty && <Trans>People you passed on come back after a month.</Trans>}
                </DeckEnd>
              ),
            }
          : undefined
      }
      pictures={top?.pictures}
      Profile={MemberDeckProfile}
      onDecide={(choice) => void decide(choice)}
      onUndo={() => void undo()}
    />
  );
}

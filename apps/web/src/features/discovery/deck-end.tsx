import type { DeckEnd as End } from '@heartline/contracts';
import { Button, EmptyState } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DeckSearch } from './deck-search.ts';
import type { MemberSearch } from './member-search.ts';
import type { Deck } from './use-deck.ts';
import { WidenButton } from './wider-search.tsx';

/** Why a deck ends, in one sentence, and the next wider deck. */
export function useEnd(end: End | undefined) {
  const { t } = useLingui();
  const isEmpty = end?.reason === 'nobody';
  return {
    isEmpty,
    endTitle: isEmpty ? t`No one fits your filters yet.` : t`You’ve seen everyone who fits for now.`,
    wider: end?.wider ?? null,
  };
}

interface DeckEndProps {
  title: string;
  search: DeckSearch;
  wider: NonNullable<End>['wider'];
  deck: Deck;
  onWiden: (search: MemberSearch) => void;
  onAgain: () => void;
  /** A further action. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The end of a deck: how many more people a wider one has, and those passed on in this visit once more. */
export function DeckEnd({ title, search, wider, deck, onWiden, onAgain, action, children }: DeckEndProps) {
  const { t } = useLingui();
  const passed = deck.passed.length;
  return (
    <EmptyState
      drawing="search"
      title={title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {wider && <WidenButton search={search} wider={wider} onSearch={onWiden} isPrimary />}
          {passed > 0 && (
            <Button onPress={onAgain}>
              {t`${plural(passed, {
                one: 'Look again at the one you passed on',
                other: 'Look again at the # you passed on',
              })}`}
            </Button>
          )}
          {action}
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}

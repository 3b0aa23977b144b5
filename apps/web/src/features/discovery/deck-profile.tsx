import { getProfile, getProfileAsVisitor, type ProfileCard } from '@heartline/contracts';
import { Button, EmptyState, Photo, Skeleton, SkeletonText } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, isSignedOut } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys, queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useLabelledName } from '../../people/fictional-label.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';
import { profileBeside } from '../../people/profile-query.ts';
import { isOffTheDeck } from './use-deck.ts';
import { VisitorView } from './visitor-profile-page.tsx';

/** The profile of the top card, for its pictures. Not opened yet, so a new like stays new. */
export function useTopProfile(card: ProfileCard | undefined) {
  return useQuery({ ...profileBeside('deck', card?.id ?? ''), enabled: card !== undefined }).data;
}

/** The opened card of a member: the whole profile. */
export function MemberDeckProfile({ card: { id } }: { card: ProfileCard }) {
  const { WholeProfile } = useSlots();
  const { data, error, refetch } = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id }, { signal })).profile,
    // The server notes that it was opened.
    refetchOnMount: 'always',
    placeholderData: () => queryClient.getQueryData(profileBeside('deck', id).queryKey),
  });
  if (isOffTheDeck(error)) return <Gone error={error} />;
  if (data) return <WholeProfile profile={data} />;
  return error ? <LoadFailure error={error} onRetry={refetch} /> : <Loading />;
}

/** The opened card of a visitor: as much as the site shows to visitors of this traffic source. */
export function VisitorDeckProfile({ card }: { card: ProfileCard }) {
  const { id } = card;
  const { data, error, refetch } = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfileAsVisitor, { id }, { signal })).profile,
  });
  if (isSignedOut(error)) return <MembersOnly card={card} />;
  if (isOffTheDeck(error)) return <Gone error={error} />;
  if (data) return <VisitorView profile={data} level={2} Bar={Row} />;
  return error ? <LoadFailure error={error} onRetry={refetch} /> : <Loading />;
}

/** In place of the page's bar: the deck has its own at the bottom. */
const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

/** A member who left, or blocks this one, since the card was dealt. */
function Gone({ error }: { error: unknown }) {
  const errorTextOf = useErrorMessage();
  return <EmptyState drawing="search" title={errorTextOf(error)} />;
}

/** The card alone, and what a sign-up would show. */
function MembersOnly({ card }: { card: ProfileCard }) {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  const { cdn_prefix: prefix } = useSettings();
  const labelled = useLabelledName();
  const place = usePlaceOf()(card);
  const { name } = card;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
      <Photo
        src={photoUrl(prefix, card.main_image?.filename) ?? '/people/nobody.svg'}
        alt={t`Photo of ${name}`}
        isPriority
        className="rounded-card"
      />
      <div className="grid gap-4">
        <h2 className="title text-2xl leading-tight">
          {labelled(card)}, <span className="tabular">{card.age}</span>
        </h2>
        {place && <p className="text-base text-ink-2">{place}</p>}
        <p className="max-w-text text-base">
          <Trans>Sign up to read the whole profile and see more photos. It’s free.</Trans>
        </p>
        <div>
          <Button variant="primary" onPress={() => openSignUp()}>{t`Sign up`}</Button>
        </div>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Skeleton className="aspect-4/5 rounded-card" />
      <SkeletonText lines={6} />
    </div>
  );
}

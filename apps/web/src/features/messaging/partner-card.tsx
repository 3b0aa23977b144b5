import type { Interest, ProfileCard } from '@heartline/contracts';
import { Button, Chip, FictionalChip, Photo, Quote, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useFictionalLabel } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';
import { profileBeside } from '../../people/profile-query.ts';

/** Profile of the other member, beside the conversation on wide screens. */
export function PartnerCard({ profile: card }: { profile: ProfileCard }) {
  const { t, i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const { LikeToggle } = useSlots();
  const placeOf = usePlaceOf();
  const fictional = useFictionalLabel();
  const { data: profile, error, refetch } = useQuery(profileBeside('chat', card.id));
  const src = photoUrl(prefix, card.main_image?.filename) ?? '/people/nobody.svg';
  const interests = profile?.shared_interests ?? [];
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="relative">
        <Photo src={src} alt={t`Photo of ${card.name}`} className="rounded-card" />
        {card.fictional && (
          <span className="absolute inset-x-3 top-3 flex">
            <FictionalChip isOnPhoto>{fictional}</FictionalChip>
          </span>
        )}
      </div>
      <div>
        <h2 className="title text-xl">
          <bdi>{card.name}</bdi>, {card.age}
        </h2>
        <p className="mt-0.5 text-ink-2">{placeOf(card)}</p>
      </div>
      {!profile &&
        (error ? <NotReached error={error} retry={() => void refetch()} /> : <Skeleton className="h-20" />)}
      {profile?.about && <Quote lang={profile.language}>{excerpt(profile.about)}</Quote>}
      {interests.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm font-semibold text-ink-2">
            <Trans>You both like</Trans>
          </h3>
          <ul className="flex flex-wrap gap-1.5">
            {interests.map((interest) => (
              <li key={interest}>
                <Chip tone="shared">{i18n._(INTEREST_LABELS[interest as Interest])}</Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid gap-2">
        <LikeToggle profile={card} variant="quiet" />
        <Button href={`/members/${card.id}`} variant="ghost">
          <Trans>View full profile</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Shown instead of the profile; it loads again when the connection is back. */
function NotReached({ error, retry }: { error: unknown; retry: () => void }) {
  const errorTextOf = useErrorMessage();
  return (
    <div className="grid justify-items-start gap-1 text-sm text-ink-2">
      <p role="status">{errorTextOf(error)}</p>
      <Button size="sm" variant="ghost" className="-ml-3" onPress={retry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/** The beginning of the text, cut between words. */
function excerpt(about: string): string {
  if (about.length <= 180) return about;
  return `${about.slice(0, 180).replace(/\s+\S*$/u, '')}…`;
}

import type { Profile } from '@heartline/contracts';
import { Banner, Chip, FictionalChip, Skeleton, TwoColumnFacts } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, MapPin } from 'lucide-react';
import { useMember } from '../../client/session.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { OwnText } from '../../people/own-text.tsx';
import { useArePlacesKnown, useWholePlace } from '../../people/place.ts';
import { useIsOnline, usePresence } from '../../people/presence.ts';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ProfilePhotos } from './profile-photos.tsx';
import { useFacts, useLastSeenText } from './profile-texts.ts';

export function ProfileView({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const member = useMember();
  const facts = useFacts(profile);
  const isOwn = member.id === profile.id;
  return (
    // One column on phones, with the text not in a column of its own: its sticky elements are visible beside the photo
    // too.
    <article className="flex flex-col gap-8 md:grid md:items-start md:gap-x-12 md:gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
      <ProfilePhotos
        profile={profile}
        className="max-md:-mx-[16px] max-md:-mt-6 max-md:-mb-2 max-md:[&>*+*]:mx-0 max-md:[&>*+*]:px-[16px] max-sm:*:first:rounded-none md:sticky md:top-[84px]"
      />
      <div className="contents min-w-0 grid-cols-1 gap-8 md:grid">
        <ProfileHead profile={profile} isOwn={isOwn} />
        {profile.fictional && (
          <Banner tone="warn" title={t`This profile is fictional`}>
            <Trans>It is written and answered by our team. Nobody can meet them.</Trans>
          </Banner>
        )}
        <OwnText profile={profile} />
        {facts.length > 0 && (
          <section aria-label={t`Facts`}>
            <TwoColumnFacts facts={facts} className="md:max-lg:grid-cols-1" />
          </section>
        )}
        <Interests profile={profile} isOwn={isOwn} />
        {!isOwn && <ProfileActions profile={profile} />}
      </div>
    </article>
  );
}

function ProfileHead({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { t } = useLingui();
  const fictional = useFictionalLabel();
  const arePlacesKnown = useArePlacesKnown();
  const isPlaceKnown = profile.city !== null || arePlacesKnown;
  return (
    <header className="relative pr-12">
      {!isOwn && (
        <div className="absolute top-0 -right-2">
          <ProfileMenu profile={profile} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="title text-2xl leading-tight md:text-3xl">
          {profile.name}, <span className="tabular">{profile.age}</span>
        </h1>
        {profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
        {profile.verified && (
          <Chip tone="leaf" icon={<BadgeCheck className="size-4" aria-hidden />}>
            {t`Verified by our team`}
          </Chip>
        )}
      </div>
      {isPlaceKnown ? <WhereAndWhen profile={profile} /> : <Skeleton className="mt-2 h-[22px] w-1/2" />}
    </header>
  );
}

function WhereAndWhen({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const place = useWholePlace(profile);
  const isOnline = useIsOnline(profile);
  const presence = usePresence(profile.id);
  const lastSeen = useLastSeenText({ ...profile, ...presence });
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-base wrap-anywhere text-ink-2">
      {place && (
        <span className="inline-flex items-center gap-1.5">
          <MapPin className="size-4 shrink-0" aria-hidden />
          {place}
        </span>
      )}
      {isOnline ? (
        <span className="inline-flex items-center gap-1.5 font-medium text-leaf">
          <span className="size-2 rounded-full bg-leaf forced-colors:bg-[CanvasText]" aria-hidden />
          {t`Online now`}
        </span>
      ) : (
        lastSeen && <span>{lastSeen}</span>
      )}
    </p>
  );
}

/** Interests, the shared ones first. A member's own profile has no shared ones. */
function Interests({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { t, i18n } = useLingui();
  const shared = new Set(isOwn ? [] : profile.shared_interests);
  const interests = [...profile.interests].sort((a, b) => Number(shared.has(b)) - Number(shared.has(a)));
  if (interests.length === 0) return null;
  return (
    <section aria-labelledby="interests">
      <h2 id="interests" className="title mb-3 text-lg">{t`Interests`}</h2>
      <ul className="flex flex-wrap gap-2">
        {interests.map((interest) => {
          const words = INTEREST_LABELS[interest as keyof typeof INTEREST_LABELS];
          return (
            <li key={interest}>
              <Chip tone={shared.has(interest) ? 'shared' : 'plain'}>{words ? i18n._(words) : interest}</Chip>
            </li>
          );
        })}
      </ul>
      {shared.size > 0 && <p className="mt-3 text-sm text-ink-2">{t`Highlighted: interests you share.`}</p>}
    </section>
  );
}

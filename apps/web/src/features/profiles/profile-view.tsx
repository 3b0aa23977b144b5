import type { Profile } from '@heartline/contracts';
import { Banner, Chip, TwoColumnFacts } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMember } from '../../client/session.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { OwnText } from '../../people/own-text.tsx';
import { useIsOnline, usePresence } from '../../people/presence.ts';
import { ProfileFrame } from '../../people/profile-frame.tsx';
import { ProfileHead } from '../../people/profile-head.tsx';
import { ProfilePhotos } from './profile-photos.tsx';
import { useFacts, useLastSeenText } from './profile-texts.ts';
import { ProfileAnswers } from './prompts/profile-answers.tsx';

interface ProfileViewProps {
  profile: Profile;
  /** Buttons for this person: below the name on wide windows, at the bottom of a phone. */
  actions?: ReactNode;
  /** Level of the name as a heading; 1 on its own page. */
  level?: 1 | 2;
}

/** A whole profile: photos with the name on them, words, interests, facts. Everything around it is the page's. */
export function ProfileView({ profile, actions, level = 1 }: ProfileViewProps) {
  const { t } = useLingui();
  const facts = useFacts(profile);
  const isOwn = useMember().id === profile.id;
  return (
    <ProfileFrame
      photos={<ProfilePhotos key={profile.id} profile={profile} />}
      hasThumbnails={profile.pictures.length > 1}
      head={
        <ProfileHead
          {...{ profile, level }}
          marks={
            profile.verified && (
              <Chip tone="leaf" icon={<BadgeCheck className="size-4" aria-hidden />}>
                {t`Verified by our team`}
              </Chip>
            )
          }
          presence={<Presence profile={profile} />}
        />
      }
      actions={actions}
    >
      {profile.fictional && (
        <Banner tone="warn" title={t`This profile is fictional`}>
          <Trans>Our team writes and answers their messages. You can’t meet them in person.</Trans>
        </Banner>
      )}
      <OwnText profile={profile} />
      <ProfileAnswers profile={profile} isOwn={isOwn} />
      <Interests profile={profile} isOwn={isOwn} />
      {facts.length > 0 && (
        <section aria-label={t`Facts`}>
          <TwoColumnFacts facts={facts} className="md:max-lg:grid-cols-1" />
        </section>
      )}
    </ProfileFrame>
  );
}

/** When they were last active, as far as they show it. */
function Presence({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const isOnline = useIsOnline(profile);
  const presence = usePresence(profile.id);
  const lastSeen = useLastSeenText({ ...profile, ...presence });
  if (!isOnline) return lastSeen && <span>{lastSeen}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium max-md:[color-scheme:dark] md:text-leaf">
      <span className="size-2 rounded-full bg-leaf forced-colors:bg-[CanvasText]" aria-hidden />
      {t`Online now`}
    </span>
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

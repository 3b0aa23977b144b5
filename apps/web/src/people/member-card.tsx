import type { ProfileCard } from '@heartline/contracts';
import { PortraitCard } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { useSettings } from '../client/session.ts';
import { useSlots } from '../client/slots.tsx';
import { useFictionalLabel } from './fictional-label.ts';
import { INTEREST_LABELS } from './interest-labels.ts';
import { photoUrl } from './photo-url.ts';
import { usePlaceOf } from './place.ts';

interface MemberCardProps {
  profile: ProfileCard;
  /** One of the first cards of a screen: its picture loads at once. */
  isFirst?: boolean;
}

/**
 * A person in a grid: search, likes, related profiles. The fictional label comes from the server. Memoized: dozens of
 * cards must not render again for a change elsewhere on the page.
 */
export const MemberCard = memo(function MemberCard({ profile, isFirst = false }: MemberCardProps) {
  const { t, i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const { LikeToggle } = useSlots();
  const placeOf = usePlaceOf();
  const fictional = useFictionalLabel();
  const interest = INTEREST_LABELS[profile.shared_interest as keyof typeof INTEREST_LABELS];
  return (
    <PortraitCard
      href={`/members/${profile.id}`}
      name={profile.name}
      age={profile.age}
      place={placeOf(profile)}
      interest={interest && i18n._(interest)}
      photo={{
        src: photoUrl(prefix, profile.main_image?.thumb_filename) ?? '/people/nobody.svg',
        alt: '',
        isPriority: isFirst,
      }}
      note={profile.online ? t`Active now` : undefined}
      isOnline={profile.online}
      fictional={profile.fictional ? fictional : undefined}
      action={<LikeToggle profile={profile} />}
    />
  );
});

import type { ProfileCard } from '@heartline/contracts';
import { PortraitCard } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../client/session.ts';
import { useFictionalLabel } from './fictional-label.ts';
import { photoUrl } from './photo-url.ts';
import { usePlaceOf } from './place.ts';

/** A person as shown to a visitor or member who can't open profiles yet. A press leads to the missing step. */
export function TeaserCard({ profile, href }: { profile: ProfileCard; href: string }) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const placeOf = usePlaceOf();
  const fictional = useFictionalLabel();
  return (
    <PortraitCard
      href={href}
      name={profile.name}
      age={profile.age}
      place={placeOf(profile)}
      photo={{
        src: photoUrl(prefix, profile.main_image?.thumb_filename) ?? '/people/nobody.svg',
        alt: '',
        isPriority: true,
      }}
      isOnline={profile.online}
      note={profile.online ? t`Active now` : undefined}
      fictional={profile.fictional ? fictional : undefined}
    />
  );
}

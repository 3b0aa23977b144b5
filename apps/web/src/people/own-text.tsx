import type { Profile } from '@heartline/contracts';
import { Quote } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

/** A profile's text about its owner, in the language they wrote it in; nothing when it is empty. */
export function OwnText({ profile }: { profile: Pick<Profile, 'about' | 'gender' | 'language'> }) {
  const { t } = useLingui();
  if (!profile.about) return null;
  return (
    <Quote lang={profile.language} caption={profile.gender === 'female' ? t`In her words` : t`In his words`}>
      {profile.about}
    </Quote>
  );
}

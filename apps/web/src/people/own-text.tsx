import type { Profile } from '@heartline/contracts';
import { Quote } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

/** What somebody says about themselves, in the language they wrote it in; nothing when they say nothing. */
export function OwnText({ profile }: { profile: Pick<Profile, 'about' | 'gender' | 'language'> }) {
  const { t } = useLingui();
  if (!profile.about) return null;
  return (
    <Quote lang={profile.language} caption={profile.gender === 'female' ? t`In her words` : t`In his words`}>
      {profile.about}
    </Quote>
  );
}

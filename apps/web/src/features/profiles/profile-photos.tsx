import type { Profile } from '@heartline/contracts';
import { PhotoGallery } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useSettings } from '../../client/session.ts';
import { photoUrl } from '../../people/photo-url.ts';

const NOBODY = '/people/nobody.svg';

/** The gallery. The server blurs a locked picture; it links to the premium offer. */
export function ProfilePhotos({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { cdn_prefix: prefix, free_visible_photos: free } = useSettings();
  const { name } = profile;
  const count = Math.max(1, profile.pictures.length);
  const photos = profile.pictures.map((picture, index) => ({
    id: picture.id,
    src: photoUrl(prefix, picture.filename) ?? NOBODY,
    thumbSrc: photoUrl(prefix, picture.thumb_filename),
    alt: t`${name}, photo ${index + 1}`,
    isLocked: picture.locked,
  }));
  return (
    <PhotoGallery
      // On phones the photo reaches the edges of the window, and the thumbnails do not.
      className="max-md:*:first:rounded-none max-md:[&>*+*]:mx-0 max-md:[&>*+*]:px-[16px]"
      label={t`Photos of ${name}`}
      photos={photos.length > 0 ? photos : [{ id: 'nobody', src: NOBODY, alt: t`No photo yet` }]}
      previousLabel={t`Previous photo`}
      nextLabel={t`Next photo`}
      positionLabel={(position) => t`Photo ${position} of ${count}`}
      lockedLabel={t`${plural(free, {
        one: 'Free members see # photo of a profile. See all with Premium.',
        other: 'Free members see # photos of a profile. See all with Premium.',
      })}`}
      onLockedPress={() => void navigate({ to: '/premium' })}
    />
  );
}

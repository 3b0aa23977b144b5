import type { Profile } from '@heartline/contracts';
import { type GalleryPhoto, PhotoGallery } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useSettings } from '../../client/session.ts';
import { photoUrl } from '../../people/photo-url.ts';

const PhotosOnScreen = lazyOverlay(() => import('./photos-on-screen.tsx'), 'PhotosOnScreen');

const NOBODY = '/people/nobody.svg';

/** The gallery. The server blurs a locked picture; it links to the premium offer. */
export function ProfilePhotos({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { free_visible_photos: free } = useSettings();
  const photos = usePhotos(profile);
  const [openAt, setOpenAt] = useState<number>();
  const [leftAt, setLeftAt] = useState<{ index: number }>();
  const count = Math.max(1, photos.length);
  const { name } = profile;
  const label = t`Photos of ${name}`;
  const lockedLabel = t`${plural(free, {
    one: 'Free members see # photo of a profile. See all with Premium.',
    other: 'Free members see # photos of a profile. See all with Premium.',
  })}`;
  const onLockedPress = () => void navigate({ to: '/premium' });
  const close = (at?: number) => {
    if (at !== undefined) setLeftAt({ index: at });
    setOpenAt(undefined);
  };
  return (
    <>
      <PhotoGallery
        // On phones the photo reaches the edges of the window, and the thumbnails do not.
        className="max-md:*:first:rounded-none max-md:[&>*+*]:mx-0 max-md:[&>*+*]:px-[16px]"
        photos={photos.length > 0 ? photos : [{ id: 'nobody', src: NOBODY, alt: t`No photo yet` }]}
        previousLabel={t`Previous photo`}
        nextLabel={t`Next photo`}
        positionLabel={(position) => t`Photo ${position} of ${count}`}
        openLabel={t`View full screen`}
        onOpen={photos.length > 0 ? setOpenAt : undefined}
        {...{ label, lockedLabel, onLockedPress, leftAt }}
      />
      <Suspense fallback={null}>
        {openAt !== undefined && (
          <PhotosOnScreen
            {...{ photos, label, lockedLabel, onLockedPress }}
            startAt={openAt}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function usePhotos({ name, pictures }: Profile): GalleryPhoto[] {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  return pictures.map((picture, index) => ({
    id: picture.id,
    src: photoUrl(prefix, picture.filename) ?? NOBODY,
    thumbSrc: photoUrl(prefix, picture.thumb_filename),
    alt: t`${name}, photo ${index + 1}`,
    isLocked: picture.locked,
  }));
}

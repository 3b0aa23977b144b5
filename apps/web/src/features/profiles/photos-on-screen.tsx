import { type GalleryPhoto, PhotoViewer } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

interface PhotosOnScreenProps {
  photos: readonly GalleryPhoto[];
  label: string;
  lockedLabel: string;
  startAt: number;
  onLockedPress: () => void;
  /** Receives the index of the photo shown last; none when the viewer could not be loaded. */
  onClose: (at?: number) => void;
}

/** The photos of a profile on the whole screen. */
export function PhotosOnScreen(props: PhotosOnScreenProps) {
  const { t } = useLingui();
  const count = props.photos.length;
  return (
    <PhotoViewer
      {...props}
      positionLabel={(position) => t`Photo ${position} of ${count}`}
      previousLabel={t`Previous photo`}
      nextLabel={t`Next photo`}
      zoomInLabel={t`Zoom in`}
      zoomOutLabel={t`Zoom out`}
      closeLabel={t`Close`}
    />
  );
}

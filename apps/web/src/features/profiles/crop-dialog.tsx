import { CROP_SIDE, type CropBox, cropPhoto, type OwnPhoto, type OwnPictures } from '@heartline/contracts';
import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ZoomIn } from 'lucide-react';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { photoUrl } from '../../people/photo-url.ts';

interface CropDialogProps {
  photo: OwnPhoto;
  onClose: () => void;
  onCropped: (answer: OwnPictures) => void;
}

/** The aspect ratio of cards and profiles, width to height. */
const RATIO = 4 / 5;

/**
 * Chooses the visible part of a picture: by dragging, arrow keys, wheel, pinch or slider. The whole picture stays
 * stored.
 */
export function CropDialog({ photo, onClose, onCropped }: CropDialogProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { cdn_prefix: prefix } = useSettings();
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [box, setBox] = useState<CropBox>();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const save = async (crop: CropBox | null) => {
    setPending(true);
    setFailure(undefined);
    try {
      onCropped(await call(cropPhoto, { id: photo.id, crop }));
      onClose();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  const isFine = box !== undefined && box.width >= CROP_SIDE && box.height >= CROP_SIDE;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Crop photo`}
      closeLabel={t`Close`}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {photo.crop && (
            <Button variant="ghost" onPress={() => void save(null)} className="mr-auto">
              <Trans>Whole photo</Trans>
            </Button>
          )}
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={!isFine}
            onPress={() => box && void save(box)}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      }
    >
      <div className="relative h-[min(62dvh,480px)] overflow-hidden rounded-card bg-black">
        <Cropper
          image={photoUrl(prefix, photo.original_filename) ?? ''}
          crop={at}
          zoom={zoom}
          aspect={RATIO}
          maxZoom={4}
          zoomSpeed={0.5}
          keyboardStep={4}
          disableAutomaticStylesInjection
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setBox(whole(pixels))}
          cropperProps={{ 'aria-label': t`Visible part of the photo` }}
          {...(photo.crop && { initialCroppedAreaPixels: photo.crop })}
        />
      </div>
      <label className="mt-4 flex items-center gap-3">
        <ZoomIn className="size-5 text-ink-2" aria-hidden />
        <span className="sr-only">
          <Trans>Zoom</Trans>
        </span>
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="h-11 w-full accent-(--pulse)"
        />
      </label>
      {failure !== undefined && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {errorTextOf(failure)}
        </p>
      )}
      {box && !isFine && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>That’s too small to see. Zoom out a little.</Trans>
        </p>
      )}
    </Dialog>
  );
}

/** Rounds to whole pixels inside the picture. */
function whole({ x, y, width, height }: CropBox): CropBox {
  return {
    x: Math.max(0, Math.floor(x)),
    y: Math.max(0, Math.floor(y)),
    width: Math.floor(width),
    height: Math.floor(height),
  };
}

import { PHOTO_BOUNDS, type Refusal } from '@heartline/contracts';
import { Button, classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleAlert, ImagePlus, Trash2, UserRound } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useMedia } from '../../client/media.ts';
import { previewRefusal } from '../../people/upload-picture.ts';
import type { useSignUp } from './use-sign-up.ts';

const UNREADABLE: Refusal = { code: 'PHOTO_UNREADABLE' };

/**
 * The first picture: chosen, dropped or taken with the camera, and previewed before it is sent. It stays in this
 * browser until the account exists.
 */
export function SignUpPhotoField({ form }: { form: ReturnType<typeof useSignUp> }) {
  const errorTextOf = useErrorMessage();
  const [refusal, setRefusal] = useState<Refusal>();
  const latest = useRef<File>(undefined);
  const [isOver, setOver] = useState(false);
  const { photo, setPhoto } = form;
  const take = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    // Any size is accepted: it is scaled down before it is sent.
    const wrong = file.type.startsWith('image/')
      ? await previewRefusal(file, PHOTO_BOUNDS.profile)
      : UNREADABLE;
    if (latest.current !== file) return;
    setRefusal(wrong);
    if (!wrong) setPhoto(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons do the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'mx-auto flex aspect-[4/5] w-full max-w-40 items-center justify-center overflow-hidden rounded-card border bg-sunk transition-colors sm:max-w-60',
          refusal ? 'border-danger' : 'border-transparent',
          isOver && 'bg-pulse-soft',
        )}
      >
        {photo ? (
          <ChosenPhoto
            blob={photo.blob}
            onUnreadable={() => {
              setPhoto(undefined);
              setRefusal(UNREADABLE);
            }}
          />
        ) : (
          <UserRound className="size-28 text-edge" strokeWidth={0.75} aria-hidden />
        )}
      </div>
      <PhotoButtons
        hasPhoto={photo !== undefined}
        onTake={(file) => void take(file)}
        onRemove={() => setPhoto(undefined)}
      />
      <p role="status" className="min-h-6 text-center text-sm text-ink-2">
        {refusal ? (
          <strong className="inline-flex items-start gap-1.5 font-medium text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {errorTextOf(refusal)}
          </strong>
        ) : (
          <Trans>
            A face makes it easier to say hello. We remove hidden data, such as where the photo was taken.
          </Trans>
        )}
      </p>
    </div>
  );
}

function ChosenPhoto({ blob, onUnreadable }: { blob: Blob; onUnreadable: () => void }) {
  const { t } = useLingui();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!address) return null;
  return <img src={address} alt={t`Your photo`} onError={onUnreadable} className="size-full object-cover" />;
}

interface PhotoButtonsProps {
  hasPhoto: boolean;
  onTake: (file: File | undefined) => void;
  onRemove: () => void;
}

function PhotoButtons({ hasPhoto, onTake, onRemove }: PhotoButtonsProps) {
  const { t } = useLingui();
  const hasCamera = useMedia('(pointer: coarse)');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const input = (ref: typeof files, isCamera: boolean) => (
    <input
      ref={ref}
      type="file"
      name={isCamera ? 'camera' : 'photo'}
      accept="image/*"
      capture={isCamera ? 'user' : undefined}
      hidden
      onChange={(event) => {
        onTake(event.target.files?.[0]);
        event.target.value = '';
      }}
    />
  );
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {input(files, false)}
      {input(camera, true)}
      <Button
        variant={hasPhoto ? 'quiet' : 'primary'}
        onPress={() => files.current?.click()}
        icon={<ImagePlus className="size-5" aria-hidden />}
      >
        {hasPhoto ? t`Choose another photo` : t`Choose a photo`}
      </Button>
      {hasCamera && (
        <Button onPress={() => camera.current?.click()} icon={<Camera className="size-5" aria-hidden />}>
          {t`Take a photo`}
        </Button>
      )}
      {hasPhoto && (
        <Button variant="ghost" onPress={onRemove} icon={<Trash2 className="size-5" aria-hidden />}>
          {t`Remove`}
        </Button>
      )}
    </div>
  );
}

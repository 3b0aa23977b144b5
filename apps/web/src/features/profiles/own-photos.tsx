import type { OwnPhoto, OwnProfile } from '@heartline/contracts';
import { Button, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImagePlus } from 'lucide-react';
import { type DragEvent, Suspense, useRef, useState } from 'react';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useMedia } from '../../client/media.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { takePictures } from './own-profile-state.ts';
import { usePhotoMoves } from './photo-moves.ts';
import { PhotoTile, UploadTile } from './photo-tile.tsx';
import { usePhotoUploads } from './photo-uploads.ts';
import { useShown } from './shown-fields.ts';
import { useTileDrag } from './tile-drag.ts';

const CropDialog = lazyOverlay(() => import('./crop-dialog.tsx'), 'CropDialog');

/** All pictures of the member, the profile image first: add, order, crop, delete. */
export function OwnPhotos({ profile }: { profile: OwnProfile }) {
  const { t } = useLingui();
  const { noteOf } = useShown();
  const moves = usePhotoMoves(profile.pictures);
  const { uploads, add, cancel, retry } = usePhotoUploads();
  const [cropped, setCropped] = useState<OwnPhoto>();
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const around = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(around);
  const count = profile.pictures.length;
  const moveTo = (id: string, to: number) => {
    setSaid(t`Photo moved to position ${to + 1} of ${count}.`);
    return moves.move(id, to);
  };
  const { dragged, place, tileProps } = useTileDrag((id, to) => void moveTo(id, to));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const tiles = dragged === undefined ? moves.shown : moved(moves.shown, dragged, place);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons do the same. */}
      <div
        ref={around}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className="rounded-card transition-colors data-over:bg-pulse-soft data-over:outline-2 data-over:outline-pulse data-over:outline-dashed"
      >
        <ul aria-label={t`Your photos`} className="grid grid-cols-3 gap-2 sm:gap-3 md:max-lg:max-w-[560px]">
          {tiles.map((photo, at) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              at={at}
              count={count}
              isDragged={photo.id === dragged}
              drag={tileProps(photo.id, at)}
              onMove={(to) => void moveTo(photo.id, to)}
              onMain={() => void moves.makeMain(photo.id)}
              onCrop={() => setCropped(photo)}
              onRemove={() => void moves.remove(photo.id)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile
              key={upload.key}
              upload={upload}
              onCancel={() => cancel(upload.key)}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
        <AddPhotos profile={profile} onAdd={add} isFirst={count + uploads.length === 0} />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p className="mt-3 text-sm text-ink-2">
        {noteOf('pictures')} <Trans>We remove hidden data, such as where a photo was taken.</Trans>
      </p>
      <Suspense fallback={null}>
        {cropped && (
          <CropDialog photo={cropped} onClose={() => setCropped(undefined)} onCropped={takePictures} />
        )}
      </Suspense>
    </>
  );
}

function moved(photos: readonly OwnPhoto[], id: string, to: number): OwnPhoto[] {
  const photo = photos.find((one) => one.id === id);
  const rest = photos.filter((one) => one.id !== id);
  return photo ? rest.toSpliced(to, 0, photo) : rest;
}

interface AddPhotosProps {
  profile: OwnProfile;
  onAdd: (files: FileList) => void;
  isFirst: boolean;
}

function AddPhotos({ profile, onAdd, isFirst }: AddPhotosProps) {
  const { t } = useLingui();
  const premium = useUser()?.paid_user ?? false;
  const { premium_photos: premiumPhotos } = useSettings();
  const hasCamera = useMedia('(pointer: coarse)');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { photo_limit: limit } = profile;
  const count = profile.pictures.length;
  const input = (ref: typeof files, isCamera: boolean) => (
    <input
      ref={ref}
      type="file"
      name={isCamera ? 'camera' : 'photos'}
      accept="image/*"
      multiple={!isCamera}
      capture={isCamera ? 'user' : undefined}
      hidden
      onChange={({ target }) => {
        if (target.files) onAdd(target.files);
        target.value = '';
      }}
    />
  );
  return (
    <div
      className={
        isFirst
          ? 'grid justify-items-center gap-3 rounded-card border border-line border-dashed px-4 py-12 text-center'
          : 'mt-3 flex flex-wrap items-center gap-x-4 gap-y-2'
      }
    >
      {isFirst && (
        <p className="max-w-text text-base text-ink-2">
          <Trans>A face makes it easier to say hello. Drop a photo here or choose one.</Trans>
        </p>
      )}
      {input(files, false)}
      {input(camera, true)}
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => files.current?.click()} icon={<ImagePlus className="size-5" aria-hidden />}>
          {t`Add photos`}
        </Button>
        {hasCamera && (
          <Button onPress={() => camera.current?.click()} icon={<Camera className="size-5" aria-hidden />}>
            {t`Take a photo`}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2">
        <span className="tabular">{t`${count} of ${limit} photos.`}</span>{' '}
        {!premium && <TextLink href="/premium">{t`${premiumPhotos} with Premium`}</TextLink>}
      </p>
    </div>
  );
}

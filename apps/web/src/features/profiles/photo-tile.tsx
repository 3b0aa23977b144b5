import type { ErrorCode, OwnPhoto } from '@heartline/contracts';
import { Button, classNames, IconButton, Menu, type MenuItem, Photo } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  ArrowLeft,
  ArrowRight,
  CircleAlert,
  Crop,
  Ellipsis,
  ImageOff,
  RotateCw,
  Star,
  Trash2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { photoUrl } from '../../people/photo-url.ts';
import type { Upload } from './photo-uploads.ts';
import type { TileDrag } from './tile-drag.ts';

interface PhotoTileProps {
  photo: OwnPhoto;
  /** Position from 0; the first is the profile image. */
  at: number;
  count: number;
  isDragged: boolean;
  drag: TileDrag;
  onMove: (to: number) => void;
  onMain: () => void;
  onCrop: () => void;
  onRemove: () => void;
}

const icon = 'size-5';

/** One of the member's own pictures. It can be dragged; its menu does the same, and more, by key. */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, at, count, isDragged, drag, onMove, onMain, onCrop, onRemove } = props;
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const isMain = at === 0;
  const label = t`Photo ${at + 1}`;
  const items: MenuItem[] = [
    ...(isMain
      ? []
      : [
          {
            id: 'main',
            label: t`Set as profile photo`,
            icon: <Star className={icon} />,
            onPress: onMain,
          },
          {
            id: 'earlier',
            label: t`Move forward`,
            icon: <ArrowLeft className={icon} />,
            onPress: () => onMove(at - 1),
          },
        ]),
    ...(at < count - 1
      ? [
          {
            id: 'later',
            label: t`Move back`,
            icon: <ArrowRight className={icon} />,
            onPress: () => onMove(at + 1),
          },
        ]
      : []),
    { id: 'crop', label: t`Crop`, icon: <Crop className={icon} />, onPress: onCrop },
    {
      id: 'delete',
      label: t`Delete`,
      icon: <Trash2 className={icon} />,
      onPress: onRemove,
      isDanger: true,
      startsGroup: true,
    },
  ];
  return (
    <li
      {...drag}
      aria-label={isMain ? t`${label}, profile photo` : label}
      className={classNames(
        'relative cursor-grab touch-pan-y overflow-hidden rounded-card select-none',
        isMain && 'col-span-2 row-span-2',
        isDragged && 'z-10 cursor-grabbing opacity-70 outline-2 outline-offset-2 outline-pulse',
      )}
    >
      <Photo
        src={photoUrl(prefix, isMain ? photo.filename : photo.thumb_filename) ?? ''}
        alt=""
        isPriority={isMain}
        className="h-full"
      />
      {isMain && (
        <span className="absolute bottom-2 left-2 inline-flex items-center gap-1 rounded-full bg-black/65 px-2.5 py-1 text-xs font-semibold text-white">
          <Star className="size-3.5" aria-hidden />
          <Trans>Profile photo</Trans>
        </span>
      )}
      <span className="absolute top-1 right-1">
        <Menu
          label={t`Change photo ${at + 1}`}
          items={items}
          align="end"
          buttonClassName="inline-flex size-11 items-center justify-center rounded-full text-white"
        >
          <span className="inline-flex size-8 items-center justify-center rounded-full bg-black/60">
            <Ellipsis className="size-5" aria-hidden />
          </span>
        </Menu>
      </span>
    </li>
  );
}

interface UploadTileProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}

/** A running upload with its progress and a cancel button, or the reason of its failure. */
export function UploadTile({ upload, onCancel, onRetry }: UploadTileProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { preview, share, failure } = upload;
  if (failure !== undefined) {
    return (
      <li className="col-span-3 flex items-start gap-3 rounded-card border border-danger/50 bg-danger-soft p-2.5">
        <span className="size-14 shrink-0 overflow-hidden rounded-control">
          <Preview address={preview} />
        </span>
        <div className="grid min-w-0 grow justify-items-start gap-2 self-center">
          <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-danger">
            <CircleAlert className="mt-px size-4 shrink-0" aria-hidden />
            <span>{errorTextOf(failure)}</span>
          </p>
          <WayOn code={failure instanceof ApiError ? failure.code : undefined} onRetry={onRetry} />
        </div>
        <IconButton label={t`Dismiss`} onPress={onCancel}>
          <X className="size-5" aria-hidden />
        </IconButton>
      </li>
    );
  }
  const percent = Math.round(share * 100);
  return (
    <li className="relative overflow-hidden rounded-card">
      <span className="block aspect-4/5">
        <Preview address={preview} isFaint />
      </span>
      <div
        role="progressbar"
        aria-label={t`Uploading photo`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-x-2 bottom-2 h-1.5 overflow-hidden rounded-full bg-black/50 forced-colors:border"
      >
        <span
          className="block h-full rounded-full bg-white transition-[width] duration-200"
          style={{ width: `${Math.max(4, percent)}%` }}
        />
      </div>
      <IconButton
        label={t`Cancel upload`}
        variant="onPhoto"
        onPress={onCancel}
        className="absolute! top-1 right-1"
      >
        <X className="size-5" aria-hidden />
      </IconButton>
    </li>
  );
}

/** A preview of the picture, or an icon when this browser can't show it. */
function Preview({ address, isFaint = false }: { address: string; isFaint?: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <span className="flex size-full items-center justify-center bg-sunk text-ink-2">
        <ImageOff className="size-6" aria-hidden />
      </span>
    );
  }
  const className = classNames('size-full object-cover', isFaint && 'opacity-60');
  return <img src={address} alt="" onError={() => setBroken(true)} className={className} />;
}

const NEVER_TAKEN = new Set<ErrorCode | undefined>([
  'PHOTO_UNREADABLE',
  'PHOTO_TOO_LARGE',
  'PHOTO_TOO_SMALL',
  'PHOTO_TOO_NARROW',
]);

/** A refused picture can't be retried; more photos need Premium. */
function WayOn({ code, onRetry }: { code: ErrorCode | undefined; onRetry: () => void }) {
  const { t } = useLingui();
  if (NEVER_TAKEN.has(code)) return null;
  if (code === 'PHOTO_LIMIT_FREE') return <Button size="sm" href="/premium">{t`See Premium`}</Button>;
  return (
    <Button size="sm" onPress={onRetry} icon={<RotateCw className="size-4" aria-hidden />}>
      {t`Try again`}
    </Button>
  );
}

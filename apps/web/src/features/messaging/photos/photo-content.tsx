import type { ChatPhoto, ChatPhotoView } from '@heartline/contracts';
import { Button, classNames, IconButton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, ImageOff, X } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { isUnreached, useErrorMessage } from '../../../client/error-message.ts';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';
import { useSettings } from '../../../client/session.ts';
import { useIsLive } from '../../../live/connection.ts';
import { useOnceBack } from '../../../live/use-once-back.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import type { ContentProps } from '../content/content-props.ts';
import { handOver } from '../hand-over.ts';
import { MessageText } from '../message-text.tsx';
import { useRowTabIndex } from '../row-stop.ts';
import { acceptPhoto } from './accept-photo.ts';
import { chatPhotoQuery } from './chat-photo-query.ts';
import { localPhoto } from './local-photos.ts';
import { photoPlace } from './photo-size.ts';
import { cancelUpload, useUpload } from './uploads.ts';

const PhotoViewer = lazyOverlay(() => import('./photo-viewer.tsx'), 'PhotoViewer');

/** A photo that is uploading, covered or visible, with its text. */
export function PhotoContent({ row, name }: ContentProps) {
  const photo = row.message?.kind === 'photo' ? row.message.photo : undefined;
  const size = photo ?? row.entry?.photo;
  if (!size) return null;
  return (
    <div className="max-w-full">
      <div data-photo="" className="relative max-w-full overflow-hidden bg-line" style={photoPlace(size)}>
        {photo ? (
          <SentPhoto photo={photo} name={row.isOwn ? null : name} local={localPhoto(row.key, undefined)} />
        ) : (
          <PhotoOnItsWay rowKey={row.key} blob={row.entry?.photo?.blob} isWaiting={row.state === 'sending'} />
        )}
      </div>
      {row.text && (
        <div className="px-3.5 py-2" style={{ maxWidth: photoPlace(size).width }}>
          <MessageText text={row.text} />
        </div>
      )}
    </div>
  );
}

/** An own photo that is not sent yet, with its upload progress and a button to cancel. */
function PhotoOnItsWay({
  rowKey,
  blob,
  isWaiting,
}: {
  rowKey: string;
  blob: Blob | undefined;
  isWaiting: boolean;
}) {
  const { t } = useLingui();
  const upload = useUpload(rowKey);
  const percent = Math.round((upload?.share ?? 0) * 100);
  return (
    <>
      <img src={localPhoto(rowKey, blob)} alt={t`Your photo`} className="size-full object-cover" />
      {isWaiting && <span className="absolute inset-0 bg-scrim" />}
      {upload && (
        <span className="absolute inset-0 grid place-content-center justify-items-center gap-2">
          <span
            role="progressbar"
            aria-label={t`Sending the photo`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="tabular rounded-full bg-card px-3 py-1 text-sm font-semibold text-ink"
          >
            {percent} %
          </span>
          <IconButton label={t`Stop sending this photo`} variant="quiet" onPress={() => cancelUpload(rowKey)}>
            <X className="size-5" aria-hidden />
          </IconButton>
        </span>
      )}
    </>
  );
}

interface SentPhotoProps {
  photo: ChatPhoto;
  /** Name of the sender; null for an own photo. */
  name: string | null;
  local: string | undefined;
}

function SentPhoto({ photo, name, local }: SentPhotoProps) {
  const { cdn_prefix: prefix } = useSettings();
  const { data: view, error, refetch } = useQuery(chatPhotoQuery(photo.id));
  const ask = () => void refetch();
  const isAway = !view && isUnreached(error);
  useOnceBack(isAway, ask);
  if (view === null) return <Missing words={<Trans>This photo is no longer available.</Trans>} />;
  if (error && !view) return <Missing words={isAway && <NeedsConnection />} retry={ask} />;
  const address = photoUrl(prefix, view?.filename);
  if (view?.covered) return <CoveredPhoto photo={photo} name={name ?? ''} address={address} ask={ask} />;
  return <OpenPhoto photo={photo} name={name} view={view} source={local ?? address} ask={ask} />;
}

interface OpenPhotoProps {
  photo: ChatPhoto;
  name: string | null;
  /** Undefined until it is loaded; an own picture is shown before. */
  view: ChatPhotoView | undefined;
  source: string | undefined;
  /** Requests a new URL. */
  ask: () => void;
}

/** A visible photo; a press opens it full screen. */
function OpenPhoto({ photo, name, view, source, ask }: OpenPhotoProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const tabIndex = useRowTabIndex();
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
        aria-haspopup="dialog"
        aria-label={name === null ? t`Open your photo` : t`Open the photo from ${name}`}
        disabled={!view}
        onClick={() => setOpen(true)}
      >
        {source && (
          <FadingImage
            src={source}
            alt={name === null ? t`Your photo` : t`Photo from ${name}`}
            onFail={ask}
            whenAway={<Missing words={<NeedsConnection />} />}
          />
        )}
      </button>
      <Suspense fallback={null}>
        {isOpen && view && (
          <PhotoViewer
            photo={photo}
            view={view}
            source={source ?? ''}
            name={name}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface FadingImageProps {
  src: string;
  alt: string;
  onFail: () => void;
  /** Shown instead of a picture that failed to load, until the connection is back. */
  whenAway?: ReactNode;
}

/**
 * An image that fades in. A failed URL is requested again once; without a connection it loads again when that is back.
 */
function FadingImage({ src, alt, onFail, whenAway }: FadingImageProps) {
  const [shown, setShown] = useState('');
  const [failed, setFailed] = useState('');
  const isAway = !useIsLive() && failed === src;
  useOnceBack(isAway, () => setFailed(''));
  if (isAway) return whenAway;
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      decoding="async"
      onLoad={() => setShown(src)}
      onError={() => {
        if (failed !== src) onFail();
        setFailed(src);
      }}
      className={classNames(
        'size-full object-cover transition-opacity duration-200',
        shown === src ? 'opacity-100' : 'opacity-0',
      )}
    />
  );
}

/** A photo blurred by the server until the member uncovers it. */
function CoveredPhoto({
  photo,
  name,
  address,
  ask,
}: {
  photo: ChatPhoto;
  name: string;
  address: string | undefined;
  ask: () => void;
}) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [isAsking, setAsking] = useState(false);
  const tabIndex = useRowTabIndex();
  const box = useRef<HTMLSpanElement>(null);
  const accept = async (always?: true) => {
    setAsking(true);
    const message = box.current?.contains(document.activeElement) && box.current.closest('article');
    try {
      await acceptPhoto(photo.id, always);
      // The buttons disappear with the cover. After a press by key the message gets the focus.
      if (message) requestAnimationFrame(() => document.activeElement === document.body && message.focus());
    } catch (error) {
      setAsking(false);
      void showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  return (
    <>
      {address && <FadingImage src={address} alt={t`Photo from ${name}, covered`} onFail={ask} />}
      <span className="absolute inset-0 bg-scrim" />
      <span
        ref={box}
        className="absolute inset-0 grid place-content-center justify-items-center gap-1 p-2 text-center"
      >
        <Button
          size="sm"
          variant="quiet"
          tabIndex={tabIndex}
          isPending={isAsking}
          icon={<Eye className="size-5" aria-hidden />}
          onPress={() => void accept()}
        >
          <Trans>Show photo</Trans>
        </Button>
        <button
          type="button"
          tabIndex={tabIndex}
          className="target my-1.5 rounded-card bg-card px-3 py-1 text-xs font-medium text-balance text-ink underline underline-offset-2"
          onClick={() => void accept(true)}
        >
          <Trans>Always show photos from {name}</Trans>
        </button>
      </span>
    </>
  );
}

const NeedsConnection = () => <Trans>You need a connection to see this photo.</Trans>;

/** Shown instead of a photo: why it is missing, and a retry where that may help. */
function Missing({ words, retry }: { words: ReactNode; retry?: () => void }) {
  const { t } = useLingui();
  const tabIndex = useRowTabIndex();
  return (
    <span className="grid size-full place-content-center justify-items-center gap-2 p-3 text-center text-sm text-ink-2">
      <ImageOff className="size-6" aria-hidden />
      {words}
      {retry && (
        <Button
          size="sm"
          tabIndex={tabIndex}
          onPress={(pressed) => {
            // The button disappears during the request.
            handOver(pressed);
            retry();
          }}
        >
          {t`Try again`}
        </Button>
      )}
    </span>
  );
}

import { ChevronLeft, ChevronRight, Expand, Lock } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { Photo } from './photo.tsx';

export interface GalleryPhoto {
  id: string;
  src: string;
  thumbSrc?: string | undefined;
  alt: string;
  placeholder?: string | undefined;
  /** Blurred by the server; shown with a lock and a way to unlock it. */
  isLocked?: boolean | undefined;
}

export interface PhotoGalleryProps {
  /** Accessible name of the gallery: "Photos of Mira". */
  label: string;
  photos: readonly GalleryPhoto[];
  previousLabel: string;
  nextLabel: string;
  /** "Photo 2 of 5". Positions count from one. */
  positionLabel: (position: number) => string;
  /** Text on a locked photo, such as "All photos with Premium". */
  lockedLabel: string;
  onLockedPress?: (() => void) | undefined;
  /** Shows this picture on the whole screen, after a press on it, Enter, or the button with `openLabel`. */
  onOpen?: ((index: number) => void) | undefined;
  openLabel?: string | undefined;
  /** Scrolls to this picture whenever the object changes: where the whole screen was left. */
  leftAt?: { index: number } | undefined;
  className?: string | undefined;
}

/**
 * The pictures of one member: swipe, arrows, keys, thumbnails. Uses native scrolling, which suits touch. `--photo-height`
 * limits the height of a picture, which is 4:5 otherwise.
 */
export function PhotoGallery(props: PhotoGalleryProps) {
  const { label, photos, positionLabel, lockedLabel, onLockedPress, onOpen, leftAt, className } = props;
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const go = (index: number) => {
    const track = strip.current;
    track?.scrollTo({ left: index * track.clientWidth, behavior: 'smooth' });
  };
  useLayoutEffect(() => {
    const track = strip.current;
    if (leftAt) track?.scrollTo({ left: leftAt.index * track.clientWidth });
  }, [leftAt]);
  const onClick = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('button')) onOpen?.(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(at);
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    // The browser's back and forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Math.min(photos.length - 1, Math.max(0, at + (event.key === 'ArrowRight' ? 1 : -1))));
  };
  return (
    <section aria-label={label} className={className}>
      <div className="group relative overflow-hidden rounded-card bg-line">
        <div
          ref={strip}
          role="group"
          // A scroll container must be reachable by keyboard.
          tabIndex={0}
          aria-label={positionLabel(at + 1)}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onScroll={({ currentTarget: track }) =>
            setAt(Math.round(track.scrollLeft / Math.max(1, track.clientWidth)))
          }
          className={classNames(
            onOpen && 'cursor-zoom-in',
            'no-scrollbar flex aspect-4/5 max-h-(--photo-height) w-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain focus-visible:-outline-offset-3 focus-visible:outline-white',
          )}
        >
          {photos.map((photo, index) => (
            <div key={photo.id} className="relative size-full shrink-0 snap-center" inert={index !== at}>
              <Photo
                src={photo.src}
                alt={photo.alt}
                placeholder={photo.placeholder}
                ratio="auto"
                className="size-full"
                isPriority={index === 0}
              />
              {photo.isLocked && <LockedNote label={lockedLabel} onPress={onLockedPress} />}
            </div>
          ))}
        </div>
        {onOpen && props.openLabel && (
          <IconButton
            label={props.openLabel}
            variant="onPhoto"
            onPress={() => onOpen(at)}
            hasTip={false}
            // A phone's finger presses the photo; the button is for screen readers and keys.
            className="absolute! right-3 bottom-3 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 max-md:pointer-events-none max-md:not-focus-visible:opacity-0!"
          >
            <Expand className="size-5" aria-hidden />
          </IconButton>
        )}
        {photos.length > 1 && (
          <>
            <Dots count={photos.length} at={at} />
            <Arrow side="left" label={props.previousLabel} isEnd={at === 0} onPress={() => go(at - 1)} />
            <Arrow
              side="right"
              label={props.nextLabel}
              isEnd={at === photos.length - 1}
              onPress={() => go(at + 1)}
            />
          </>
        )}
      </div>
      {photos.length > 1 && (
        <div className="no-scrollbar -mx-1 mt-1 flex gap-2 overflow-x-auto p-1">
          {photos.map((photo, index) => (
            <Thumbnail
              key={photo.id}
              photo={photo}
              label={
                photo.isLocked ? `${positionLabel(index + 1)}, ${lockedLabel}` : positionLabel(index + 1)
              }
              isCurrent={index === at}
              onPress={() => go(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Covers a locked photo and says how to unlock it. */
export function LockedNote({ label, onPress }: { label: string; onPress: (() => void) | undefined }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-black/60 px-8 text-center font-semibold text-white focus-visible:-outline-offset-4 focus-visible:outline-white"
    >
      <span className="flex size-13 items-center justify-center rounded-full bg-white/15">
        <Lock className="size-6" aria-hidden />
      </span>
      <span className="max-w-80">{label}</span>
    </button>
  );
}

function Dots({ count, at }: { count: number; at: number }) {
  return (
    <div className="pointer-events-none absolute inset-x-4 top-2.5 flex gap-1" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'h-[3px] grow rounded-full shadow-[0_0_3px_rgb(20_8_14/0.4)] transition-colors duration-200',
            index === at ? 'bg-white' : 'bg-white/45',
          )}
        />
      ))}
    </div>
  );
}

interface ArrowProps {
  side: 'left' | 'right';
  label: string;
  /** True if no picture follows in that direction. */
  isEnd: boolean;
  onPress: () => void;
}

function Arrow({ side, label, isEnd, onPress }: ArrowProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      variant="onPhoto"
      onPress={isEnd ? undefined : onPress}
      aria-disabled={isEnd}
      hasTip={false}
      className={classNames(
        'absolute! top-1/2 -translate-y-1/2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-disabled:opacity-0! aria-disabled:focus-visible:opacity-40! max-md:hidden',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      <Icon className="size-5" aria-hidden />
    </IconButton>
  );
}

interface ThumbnailProps {
  photo: GalleryPhoto;
  label: string;
  isCurrent: boolean;
  onPress: () => void;
}

function Thumbnail({ photo, label, isCurrent, onPress }: ThumbnailProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      className="relative w-13 shrink-0 overflow-hidden rounded-control md:w-15 opacity-75 transition-opacity hover:opacity-100 aria-current:opacity-100 aria-current:outline-3 aria-current:-outline-offset-3 aria-current:outline-pulse"
    >
      <Photo src={photo.thumbSrc ?? photo.src} alt="" placeholder={photo.placeholder} ratio="1" />
      {photo.isLocked && (
        <span className="absolute inset-0 flex items-center justify-center bg-black/45 text-white">
          <Lock className="size-4.5" aria-hidden />
        </span>
      )}
    </button>
  );
}

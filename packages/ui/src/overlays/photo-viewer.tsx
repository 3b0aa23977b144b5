import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useRootMark } from '../layout/root-mark.ts';
import { type GalleryPhoto, LockedNote } from '../people/photo-gallery.tsx';
import { useOverlay } from './open-overlays.ts';
import { PageLanguage } from './page-language.tsx';
import { usePhotoGestures } from './use-photo-gestures.ts';
import { useZoom } from './use-zoom.ts';

export interface PhotoViewerProps {
  /** Accessible name: "Photos of Mira". */
  label: string;
  photos: readonly GalleryPhoto[];
  /** Index of the first picture shown. */
  startAt: number;
  /** "Photo 2 of 5". Positions count from one. */
  positionLabel: (position: number) => string;
  previousLabel: string;
  nextLabel: string;
  zoomInLabel: string;
  zoomOutLabel: string;
  closeLabel: string;
  lockedLabel: string;
  onLockedPress: () => void;
  /** Receives the index of the picture shown last. */
  onClose: (at: number) => void;
}

const ON_BLACK = 'text-white hover:bg-white/15 hover:text-white ring-on-photo';

/**
 * Photos on the whole screen: swipe, pinch, double tap, drag down to close; arrow keys, plus, minus, Escape. The focus
 * stays inside and returns.
 */
export function PhotoViewer(props: PhotoViewerProps) {
  const { label, photos, positionLabel, onClose } = props;
  const [at, setAt] = useState(props.startAt);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const zooming = useZoom(frame, picture);
  const isLocked = photos[at]?.isLocked === true;
  const close = () => onClose(at);
  const turn = (by: number) => {
    const next = Math.min(photos.length - 1, Math.max(0, at + by));
    if (next === at) return;
    setAt(next);
    zooming.reset();
  };
  const { zoom } = zooming;
  const { drag, isHeld, handlers } = usePhotoGestures({ zooming, picture, onTurn: turn, onClose: close });
  useRootMark('lightbox');
  useOverlay(true, close);
  useViewerKeys({
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    Home: () => turn(-photos.length),
    End: () => turn(photos.length),
    '+': () => zooming.zoomBy(1.5),
    '=': () => zooming.zoomBy(1.5),
    '-': () => zooming.zoomBy(1 / 1.5),
    '0': zooming.reset,
  });
  return (
    <PageLanguage>
      <ModalOverlay
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        isDismissable
        className="fixed inset-0 z-50 bg-black/92 data-entering:animate-fade"
      >
        <Modal className="size-full">
          <AriaDialog aria-label={label} className="relative size-full overflow-hidden outline-none">
            <div ref={frame} {...handlers} className="absolute inset-0 touch-none select-none">
              <div
                className={classNames(
                  'flex size-full',
                  !isHeld && 'transition-transform duration-320 ease-line',
                )}
                style={{ transform: `translate3d(calc(${-at * 100}% + ${drag.x}px), ${drag.y}px, 0)` }}
              >
                {photos.map((photo, index) => (
                  <div
                    key={photo.id}
                    inert={index !== at}
                    className="relative flex size-full shrink-0 items-center justify-center"
                  >
                    {Math.abs(index - at) <= 1 && (
                      <Picture
                        photo={photo}
                        ref={index === at ? picture : undefined}
                        zoom={index === at ? zoom : undefined}
                        isHeld={isHeld}
                      />
                    )}
                    {photo.isLocked && <LockedNote label={props.lockedLabel} onPress={props.onLockedPress} />}
                  </div>
                ))}
              </div>
            </div>
            <header className="pointer-events-none absolute inset-x-0 top-0 flex items-center gap-1 bg-linear-to-b from-black/60 to-transparent px-2 pt-[env(safe-area-inset-top,0px)] text-white *:pointer-events-auto">
              <p className="tabular flex min-h-14 grow items-center pl-3 font-medium">
                <span aria-hidden>{`${at + 1} / ${photos.length}`}</span>
                <span role="status" className="sr-only">
                  {positionLabel(at + 1)}
                </span>
              </p>
              {!isLocked && (
                <IconButton
                  label={zoom.scale > 1 ? props.zoomOutLabel : props.zoomInLabel}
                  onPress={() => zooming.toggle()}
                  className={ON_BLACK}
                >
                  {zoom.scale > 1 ? (
                    <ZoomOut className="size-6" aria-hidden />
                  ) : (
                    <ZoomIn className="size-6" aria-hidden />
                  )}
                </IconButton>
              )}
              <IconButton label={props.closeLabel} onPress={close} className={ON_BLACK}>
                <X className="size-6" aria-hidden />
              </IconButton>
            </header>
            {photos.length > 1 && (
              <>
                <Arrow side="left" label={props.previousLabel} isEnd={at === 0} onPress={() => turn(-1)} />
                <Arrow
                  side="right"
                  label={props.nextLabel}
                  isEnd={at === photos.length - 1}
                  onPress={() => turn(1)}
                />
              </>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </PageLanguage>
  );
}

interface PictureProps {
  photo: GalleryPhoto;
  ref: Ref<HTMLImageElement> | undefined;
  zoom: { scale: number; x: number; y: number } | undefined;
  isHeld: boolean;
}

function Picture({ photo, ref, zoom, isHeld }: PictureProps) {
  return (
    <img
      ref={ref}
      src={photo.src}
      alt={photo.alt}
      draggable={false}
      className={classNames(
        'aspect-4/5 w-[min(100%,80svh)] object-contain',
        !isHeld && 'transition-transform duration-200 ease-line',
        zoom && (zoom.scale > 1 ? 'cursor-grab' : 'cursor-zoom-in'),
      )}
      style={zoom && { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
    />
  );
}

interface ArrowProps {
  side: 'left' | 'right';
  label: string;
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
      // Not `disabled`, which would drop the focus.
      aria-disabled={isEnd}
      className={classNames(
        'absolute! top-1/2 -translate-y-1/2 aria-disabled:opacity-30! pointer-coarse:not-focus-visible:opacity-0!',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      <Icon className="size-5" aria-hidden />
    </IconButton>
  );
}

/** Keys while the viewer is open, wherever the focus in it is. */
function useViewerKeys(keys: Partial<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // These belong to the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

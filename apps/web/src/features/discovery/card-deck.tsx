import type { ProfileCard } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import {
  AnimatePresence,
  type MotionValue,
  motion,
  type PanInfo,
  useIsPresent,
  useMotionValue,
  useMotionValueEvent,
  useReducedMotion,
  useTransform,
} from 'motion/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSettings } from '../../client/session.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { CardFace, type FaceActions } from './card-face.tsx';
import { CLOSED_WIDTH, DECK_HEIGHT, OPEN_WIDTH } from './deck-size.ts';
import type { Choice, Deck } from './use-deck.ts';

/** A card dragged further than this, or flung faster, is decided; in pixels, and pixels a second. */
const FAR = 110;
const FAST = 550;
/** A card pulled up this far, or flung up, opens. */
const UP = 56;
/** Distance that a decided card flies, in pixels. */
const AWAY = 640;
/** Position of the next card below the top one. */
const BELOW = { scale: 0.94, y: 14 };

/** One path, the same as that of every like button. */
const HEART =
  'M12 20.2C7.4 16.9 3.2 13.4 3.2 9.1 3.2 6.2 5.3 4.2 7.9 4.2c2 0 3.4 1.2 4.1 2.9.7-1.7 2.1-2.9 4.1-2.9 2.6 0 4.7 2 4.7 4.9 0 4.3-4.2 7.8-8.8 11.1';

interface CardDeckProps {
  deck: Deck;
  face: FaceActions;
  /** The whole profile in place of the top card, while it is open. */
  opened: ReactNode;
  onDecide: (choice: Choice) => void;
}

/** The top card, with the next one visible below it. Drag it, open it, or use the buttons and keys. */
export function CardDeck({ deck, face, opened, onDecide }: CardDeckProps) {
  const [top, next] = deck.left;
  const pull = useMotionValue(0);
  const scale = useTransform(pull, [0, FAR], [BELOW.scale, 1]);
  const y = useTransform(pull, [0, FAR], [BELOW.y, 0]);
  usePreloaded(deck.left);
  return (
    <div className={classNames('relative touch-pan-y select-none', DECK_HEIGHT)}>
      {next && !opened && (
        <motion.div
          key={`under ${next.id}`}
          style={{ scale, y }}
          className={classNames('absolute inset-0 mx-auto origin-bottom opacity-80', CLOSED_WIDTH)}
          aria-hidden
        >
          <CardFace profile={next} />
        </motion.div>
      )}
      <AnimatePresence custom={deck.last?.choice} initial={false}>
        {top && (
          <TopCard key={top.id} profile={top} pull={pull} face={face} opened={opened} onDecide={onDecide} />
        )}
      </AnimatePresence>
    </div>
  );
}

/** Loads the main pictures of the two cards after the top one, so that no card appears without its picture. */
function usePreloaded([, ...rest]: readonly ProfileCard[]): void {
  const { cdn_prefix: prefix } = useSettings();
  const wanted = rest
    .slice(0, 2)
    .map(({ main_image: main }) => photoUrl(prefix, main?.filename) ?? '')
    .join(' ');
  useEffect(() => {
    for (const src of wanted.split(' ')) if (src) new Image().src = src;
  }, [wanted]);
}

interface TopCardProps extends Omit<CardDeckProps, 'deck'> {
  profile: ProfileCard;
  /** Distance of the pull to a side, in pixels; it moves the card below. */
  pull: MotionValue<number>;
}

function TopCard({ profile, pull, face, opened, onDecide }: TopCardProps) {
  const isStill = useReducedMotion() ?? false;
  const isTop = useIsPresent();
  const x = useMotionValue(0);
  const rotate = useTransform(x, [-240, 240], isStill ? [0, 0] : [-9, 9]);
  const drawn = useTransform(x, [24, FAR], [0, 1], { clamp: true });
  const crossed = useTransform(x, [-FAR, -24], [1, 0], { clamp: true });
  const wasDragged = useRef(false);
  useMotionValueEvent(x, 'change', (now) => isTop && pull.set(Math.min(FAR, Math.abs(now))));
  const letGo = (_event: unknown, { offset, velocity }: PanInfo) => {
    const isUp = -offset.y > Math.abs(offset.x);
    if (isUp) {
      if (offset.y < -UP || velocity.y < -FAST) face.onOpen();
    } else if (offset.x > FAR || velocity.x > FAST) onDecide('like');
    else if (offset.x < -FAR || velocity.x < -FAST) onDecide('pass');
  };
  return (
    <motion.div
      className={classNames(
        'absolute inset-0 mx-auto',
        opened ? OPEN_WIDTH : [CLOSED_WIDTH, 'cursor-grab active:cursor-grabbing'].join(' '),
        // It flies over the next card.
        !isTop && 'pointer-events-none z-10',
      )}
      inert={!isTop}
      style={{ x, rotate }}
      drag={!opened}
      dragDirectionLock
      dragConstraints={{ left: 0, right: 0, top: 0, bottom: 0 }}
      dragElastic={{ left: 0.9, right: 0.9, top: 0.3, bottom: 0 }}
      dragMomentum={false}
      onPointerDownCapture={() => {
        wasDragged.current = false;
      }}
      onDragStart={() => {
        wasDragged.current = true;
      }}
      onDragEnd={letGo}
      // The end of a drag is no press on what lies under the pointer.
      onClickCapture={(event) => wasDragged.current && event.stopPropagation()}
      onWheel={({ deltaY }) => !opened && deltaY > 0 && face.onOpen()}
      initial={isStill ? { opacity: 0 } : { ...BELOW, opacity: 1 }}
      // Resets `x` too: a card put back while it flies off would stay where it is.
      animate={{ x: 0, y: 0, opacity: 1, scale: 1 }}
      variants={{
        gone: (choice: Choice | undefined) =>
          isStill ? { opacity: 0 } : { x: choice === 'like' ? AWAY : -AWAY, opacity: 0 },
      }}
      exit="gone"
      transition={{ duration: isStill ? 0.12 : 0.26, ease: [0.2, 0.8, 0.2, 1] }}
    >
      {opened || <CardFace profile={profile} actions={face} />}
      <Mark className="left-5 text-pulse" drawn={drawn} path={HEART} />
      <Mark className="right-5 text-ink" drawn={crossed} path="M5 5 19 19M19 5 5 19" />
    </motion.div>
  );
}

/** A line that is drawn as far as the card is dragged. */
function Mark({ drawn, path, className }: { drawn: MotionValue<number>; path: string; className: string }) {
  return (
    <motion.span
      style={{ opacity: drawn }}
      className={`pointer-events-none absolute top-10 grid size-18 place-items-center rounded-full bg-card shadow-float ${className}`}
      aria-hidden
    >
      <svg viewBox="0 0 24 24" className="size-10">
        <motion.path d={path} className="line-drawn" strokeWidth={1.75} style={{ pathLength: drawn }} />
      </svg>
    </motion.span>
  );
}

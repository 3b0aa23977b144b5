import type { ProfileCard } from '@heartline/contracts';
import { FictionalChip, Photo } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import {
  AnimatePresence,
  motion,
  type PanInfo,
  useMotionValue,
  useReducedMotion,
  useTransform,
} from 'motion/react';
import { useSettings } from '../../client/session.ts';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';
import { DECK_SIZE } from './deck-size.ts';
import type { Choice, Deck } from './use-deck.ts';

/** A card dragged further than this, or flung faster, is decided; in pixels, and pixels a second. */
const FAR = 110;
const FAST = 550;
/** Distance that a decided card flies, in pixels. */
const AWAY = 640;

/** One path, the same as that of every like button. */
const HEART =
  'M12 20.2C7.4 16.9 3.2 13.4 3.2 9.1 3.2 6.2 5.3 4.2 7.9 4.2c2 0 3.4 1.2 4.1 2.9.7-1.7 2.1-2.9 4.1-2.9 2.6 0 4.7 2 4.7 4.9 0 4.3-4.2 7.8-8.8 11.1';

/** The top card, with the next one visible under it. Drag it, or use the buttons and keys. */
export function CardDeck({ deck, onDecide }: { deck: Deck; onDecide: (choice: Choice) => void }) {
  const [top, next] = deck.left;
  return (
    <div className={`relative touch-pan-y select-none ${DECK_SIZE}`}>
      {next && (
        <div
          key={`under ${next.id}`}
          className="absolute inset-0 translate-y-6 scale-[0.94] opacity-80"
          aria-hidden
        >
          <CardFace profile={next} />
        </div>
      )}
      <AnimatePresence custom={deck.last?.choice} initial={false}>
        {top && <TopCard key={top.id} profile={top} onDecide={onDecide} />}
      </AnimatePresence>
    </div>
  );
}

function TopCard({ profile, onDecide }: { profile: ProfileCard; onDecide: (choice: Choice) => void }) {
  const isStill = useReducedMotion() ?? false;
  const x = useMotionValue(0);
  const rotate = useTransform(x, [-240, 240], isStill ? [0, 0] : [-9, 9]);
  const drawn = useTransform(x, [24, FAR], [0, 1], { clamp: true });
  const crossed = useTransform(x, [-FAR, -24], [1, 0], { clamp: true });
  const letGo = (_event: unknown, { offset, velocity }: PanInfo) => {
    if (offset.x > FAR || velocity.x > FAST) onDecide('like');
    else if (offset.x < -FAR || velocity.x < -FAST) onDecide('pass');
  };
  return (
    <motion.div
      className="absolute inset-0 cursor-grab active:cursor-grabbing"
      style={{ x, rotate }}
      drag="x"
      dragConstraints={{ left: 0, right: 0 }}
      dragElastic={0.9}
      dragMomentum={false}
      onDragEnd={letGo}
      initial={{ opacity: isStill ? 0 : 1, scale: isStill ? 1 : 0.97 }}
      // Resets `x` too: a card put back while it flies off would stay where it is.
      animate={{ x: 0, opacity: 1, scale: 1 }}
      variants={{
        gone: (choice: Choice | undefined) =>
          isStill ? { opacity: 0 } : { x: choice === 'like' ? AWAY : -AWAY, opacity: 0 },
      }}
      exit="gone"
      transition={{ duration: isStill ? 0.12 : 0.26, ease: [0.2, 0.8, 0.2, 1] }}
    >
      <CardFace profile={profile} isPriority />
      <Mark className="left-5 text-pulse" drawn={drawn} path={HEART} />
      <Mark className="right-5 text-ink" drawn={crossed} path="M5 5 19 19M19 5 5 19" />
    </motion.div>
  );
}

/** A line that is drawn as far as the card is dragged. */
function Mark({
  drawn,
  path,
  className,
}: {
  drawn: ReturnType<typeof useTransform<number, number>>;
  path: string;
  className: string;
}) {
  return (
    <motion.span
      style={{ opacity: drawn }}
      className={`pointer-events-none absolute top-5 grid size-18 place-items-center rounded-full bg-card shadow-float ${className}`}
      aria-hidden
    >
      <svg viewBox="0 0 24 24" className="size-10">
        <motion.path d={path} className="line-drawn" strokeWidth={1.75} style={{ pathLength: drawn }} />
      </svg>
    </motion.span>
  );
}

function CardFace({ profile, isPriority = false }: { profile: ProfileCard; isPriority?: boolean }) {
  const { t, i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const placeOf = usePlaceOf();
  const fictional = useFictionalLabel();
  const labelled = useLabelledName();
  const interest = INTEREST_LABELS[profile.shared_interest as keyof typeof INTEREST_LABELS];
  const lines = [placeOf(profile), interest && i18n._(interest)].filter(Boolean);
  const { name, age } = profile;
  return (
    <article
      aria-label={`${labelled(profile)}, ${age}`}
      className="@container relative isolate size-full overflow-hidden rounded-card bg-line shadow-float"
    >
      <Photo
        src={photoUrl(prefix, profile.main_image?.filename) ?? '/people/nobody.svg'}
        alt={t`Photo of ${name}`}
        isPriority={isPriority}
        className="size-full"
      />
      <div className="portrait-scrim pointer-events-none absolute inset-x-0 bottom-0 px-5 pt-20 pb-5 text-white">
        <h2 className="title text-2xl leading-tight @max-[15rem]:text-xl">
          {name}, <span className="tabular">{age}</span>
        </h2>
        {lines.map((line) => (
          <p key={line} className="mt-1 text-base text-white/90">
            {line}
          </p>
        ))}
      </div>
      {profile.fictional && (
        <span className="pointer-events-none absolute top-4 left-1/2 -translate-x-1/2">
          <FictionalChip isOnPhoto>{fictional}</FictionalChip>
        </span>
      )}
    </article>
  );
}

import { IconButton, Photo } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Heart, X } from 'lucide-react';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Kit } from '../lander-config.ts';
import { DECK_CARDS, type DeckCard } from './deck-cards.ts';
import { drawnPicture } from './scene-pictures.ts';

/** A card dragged further than this is decided, in pixels. */
const FAR = 96;

/** Cards to swipe, by hand, buttons or arrow keys. After the last one the form follows. */
export function Deck({ kit }: { kit: Kit }) {
  const { t, i18n } = useLingui();
  const [at, setAt] = useState(0);
  const cards = DECK_CARDS.slice(at, at + 2);
  const [top] = cards;
  const decide = (isLiked: boolean) => {
    if (!top) return;
    if (at === 0) kit.onSwipe();
    if (isLiked) kit.answer({ likes: [...(kit.answers.likes ?? []), top.name] });
    if (at + 1 < DECK_CARDS.length) setAt(at + 1);
    else kit.next();
  };
  useArrowKeys(kit.isLive, decide);
  const number = at + 1;
  const count = DECK_CARDS.length;
  return (
    <div className="grid w-full justify-items-center gap-5">
      <div className="relative aspect-4/5 w-[min(340px,72vw,36dvh)] touch-pan-y select-none">
        {cards.toReversed().map((card) => (
          <Card key={card.name} card={card} isTop={card === top} onDecide={decide} />
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {top && i18n._(top.title)} ({t`${number} of ${count}`})
      </p>
      <div className="flex items-center gap-5">
        <IconButton variant="quiet" size="lg" label={t`Pass`} onPress={() => decide(false)}>
          <X className="size-6" aria-hidden />
        </IconButton>
        <span aria-hidden className="tabular min-w-10 text-sm text-ink-2">
          {t`${number} of ${count}`}
        </span>
        <IconButton variant="primary" size="lg" label={t`Like`} onPress={() => decide(true)}>
          <Heart className="size-6" aria-hidden />
        </IconButton>
      </div>
      <p aria-hidden className="text-sm text-ink-2 max-lg:hidden">
        <Trans>← Pass, → Like</Trans>
      </p>
    </div>
  );
}

interface CardProps {
  card: DeckCard;
  isTop: boolean;
  onDecide: (isLiked: boolean) => void;
}

function Card({ card, isTop, onDecide }: CardProps) {
  const { i18n } = useLingui();
  const [pull, setPull] = useState(0);
  const from = useRef<number>(undefined);
  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = event.clientX;
  };
  const move = ({ clientX }: PointerEvent) => {
    if (from.current !== undefined) setPull(clientX - from.current);
  };
  const letGo = () => {
    from.current = undefined;
    setPull(0);
    if (Math.abs(pull) > FAR) onDecide(pull > 0);
  };
  return (
    <div
      {...(isTop && {
        onPointerDown: take,
        onPointerMove: move,
        onPointerUp: letGo,
        onPointerCancel: () => setPull(0),
      })}
      className={
        isTop
          ? 'absolute inset-0 animate-fade cursor-grab overflow-hidden rounded-card shadow-float active:cursor-grabbing'
          : 'absolute inset-0 translate-y-3 scale-[0.94] overflow-hidden rounded-card opacity-80'
      }
      style={isTop ? { transform: `translateX(${pull}px) rotate(${pull / 26}deg)` } : undefined}
    >
      <Photo src={drawnPicture(card.face)} alt="" isPriority />
      <p className="portrait-scrim title absolute inset-x-0 bottom-0 px-5 pt-14 pb-5 text-left text-xl text-balance text-white">
        {i18n._(card.title)}
      </p>
      <Stroke share={pull / FAR} />
    </div>
  );
}

/** The line of a like, drawn as far as the card is pulled. */
function Stroke({ share }: { share: number }) {
  if (share <= 0.15) return null;
  return (
    <span
      aria-hidden
      className="absolute top-5 left-5 grid size-16 place-items-center rounded-full bg-card text-pulse shadow-float"
    >
      <svg viewBox="0 0 24 24" className="size-9">
        <path
          d="M12 20.2C7.4 16.9 3.2 13.4 3.2 9.1 3.2 6.2 5.3 4.2 7.9 4.2c2 0 3.4 1.2 4.1 2.9.7-1.7 2.1-2.9 4.1-2.9 2.6 0 4.7 2 4.7 4.9 0 4.3-4.2 7.8-8.8 11.1"
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - Math.min(1, share)}
          strokeWidth={1.75}
          className="line-drawn"
        />
      </svg>
    </span>
  );
}

/** Arrow keys of the whole page, except in a field or a dialog. */
function useArrowKeys(isOn: boolean, decide: (isLiked: boolean) => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
    if (document.querySelector('dialog[open], [role=dialog]')) return;
    event.preventDefault();
    decide(event.key === 'ArrowRight');
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);
}

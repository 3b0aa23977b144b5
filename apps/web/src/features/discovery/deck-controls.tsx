import { classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Heart, Undo2, X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';
import { useLabelledName } from '../../people/fictional-label.ts';
import { usePlaceOf } from '../../people/place.ts';
import type { Choice, Deck } from './use-deck.ts';

interface DeckControlsProps {
  deck: Deck;
  /** The message when no card is left. */
  end?: string | undefined;
  onDecide: (choice: Choice) => void;
  onUndo: () => void;
  /** The first of the buttons, as the focus target of keyboard users. */
  passRef?: Ref<HTMLButtonElement>;
}

/** Pass, undo and like as buttons, and by the arrow keys. */
export function DeckControls({ deck, end, onDecide, onUndo, passRef }: DeckControlsProps) {
  const { t } = useLingui();
  const [top] = deck.left;
  const labelled = useLabelledName();
  const placeOf = usePlaceOf();
  const name = top ? labelled(top) : '';
  useArrowKeys({
    ...(top && { ArrowLeft: () => onDecide('pass'), ArrowRight: () => onDecide('like') }),
    ...(deck.canUndo && { ArrowDown: onUndo }),
  });
  return (
    <div>
      <div className="mt-8 flex items-center justify-center gap-5">
        <Round
          ref={passRef}
          label={t`Pass on ${name}`}
          keys="ArrowLeft"
          isDisabled={!top}
          onPress={() => onDecide('pass')}
        >
          <X className="size-7" strokeWidth={1.75} aria-hidden />
        </Round>
        <Round label={t`Undo last pass`} keys="ArrowDown" isSmall isDisabled={!deck.canUndo} onPress={onUndo}>
          <Undo2 className="size-5" strokeWidth={1.75} aria-hidden />
        </Round>
        <Round
          label={t`Like ${name}`}
          keys="ArrowRight"
          isLike
          isDisabled={!top}
          onPress={() => onDecide('like')}
        >
          <Heart className="size-7" strokeWidth={1.75} aria-hidden />
        </Round>
      </div>
      <p className="mt-5 text-center text-sm text-ink-2 max-lg:hidden">
        <Trans>
          <Key>←</Key> Pass · <Key>→</Key> Like · <Key>↓</Key> Undo
        </Trans>
      </p>
      <p aria-live="polite" className="sr-only">
        {top ? [name, top.age, placeOf(top)].filter(Boolean).join(', ') : end}
      </p>
    </div>
  );
}

interface RoundProps {
  label: string;
  keys: string;
  children: ReactNode;
  isSmall?: boolean;
  isLike?: boolean;
  isDisabled: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

function Round({ label, keys, children, isSmall, isLike, isDisabled, onPress, ref }: RoundProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys}
      // Disabled during the press that has the focus: `disabled` would lose the focus.
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onPress}
      className={classNames(
        'inline-flex items-center justify-center rounded-full border border-line bg-card shadow-float transition-[background-color,transform,opacity] duration-200 ease-line not-aria-disabled:hover:bg-hover not-aria-disabled:active:scale-92 aria-disabled:opacity-40',
        isSmall ? 'size-12 text-ink-2' : 'size-16',
        isLike ? 'text-pulse' : 'text-ink',
      )}
    >
      {children}
    </button>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="mx-0.5 inline-grid min-w-6 place-items-center rounded-sm border border-line bg-card px-1 font-sans text-ink">
      {children}
    </kbd>
  );
}

/** Keys of the whole page, while nothing is typed and no dialog is open. A key without an action scrolls as usual. */
function useArrowKeys(actions: Record<string, () => void>) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isTaken =
      event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const isTyped =
      event.target instanceof Element && event.target.matches('input, select, textarea, [role=slider]');
    if (isTaken || isTyped || document.querySelector('dialog[open], [role=dialog], :popover-open')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    // A held key counts once: the next cards were not seen.
    if (!event.repeat) action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

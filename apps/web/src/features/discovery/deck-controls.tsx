import { classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Heart, Undo2, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useLabelledName } from '../../people/fictional-label.ts';
import { usePlaceOf } from '../../people/place.ts';
import type { Choice, Deck } from './use-deck.ts';

interface DeckControlsProps {
  deck: Deck;
  /** The message when no card is left. */
  end?: string | undefined;
  /** The profile of the top card is open. */
  isOpen?: boolean;
  onDecide: (choice: Choice) => void;
  onUndo: () => void;
  /** The first of the buttons, as the focus target of keyboard users. */
  passRef?: Ref<HTMLButtonElement> | undefined;
}

/** Pass, undo and like as buttons, with the keys that do the same. They stay in sight under an opened profile. */
export function DeckControls({ deck, end, isOpen = false, onDecide, onUndo, passRef }: DeckControlsProps) {
  const { t } = useLingui();
  const [top] = deck.left;
  const labelled = useLabelledName();
  const placeOf = usePlaceOf();
  const name = top ? labelled(top) : '';
  const undone = deck.last ? labelled(deck.last.profile) : '';
  return (
    <div className="sticky bottom-[max(var(--bottom-bar-height),env(safe-area-inset-bottom,0px))] z-20">
      <div className="flex items-center justify-center gap-4 pt-5 pb-2">
        <Round
          ref={passRef}
          label={t`Pass on ${name}`}
          keys="ArrowLeft"
          isDisabled={!top}
          onPress={() => onDecide('pass')}
        >
          <X className="size-7" strokeWidth={1.75} aria-hidden />
        </Round>
        <Undo
          label={deck.last?.choice === 'like' ? t`Undo your like of ${undone}` : t`Undo last pass`}
          isDisabled={!deck.canUndo}
          onPress={onUndo}
        />
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
      <Hints isOpen={isOpen} />
      <p aria-live="polite" className="sr-only">
        {top ? [name, top.age, placeOf(top)].filter(Boolean).join(', ') : end}
      </p>
    </div>
  );
}

/** The keys, where there is a keyboard. */
function Hints({ isOpen }: { isOpen: boolean }) {
  return (
    <p className="flex min-h-8 flex-wrap justify-center gap-x-4 pt-1 text-sm text-ink-2 max-lg:hidden pointer-coarse:hidden">
      <span>
        <Trans>
          <Key>←</Key> Pass
        </Trans>
      </span>
      <span>
        <Trans>
          <Key>→</Key> Like
        </Trans>
      </span>
      {isOpen ? (
        <span>
          <Trans>
            <Key>Esc</Key> Close
          </Trans>
        </span>
      ) : (
        <>
          <span>
            <Trans>
              <Key>↓</Key> Undo
            </Trans>
          </span>
          <span>
            <Trans>
              <Key>↑</Key> Profile
            </Trans>
          </span>
        </>
      )}
    </p>
  );
}

interface PressProps {
  label: string;
  isDisabled: boolean;
  onPress: () => void;
}

const LOOK =
  'inline-flex items-center justify-center rounded-full border border-line bg-card shadow-float transition-[background-color,transform,opacity] duration-200 ease-line not-aria-disabled:hover:bg-hover not-aria-disabled:active:scale-92';

/** Disabled during the press that has the focus: `disabled` would lose the focus. */
const disabledProps = ({ isDisabled, onPress }: PressProps) => ({
  'aria-disabled': isDisabled,
  onClick: isDisabled ? undefined : onPress,
});

interface RoundProps extends PressProps {
  keys: string;
  children: ReactNode;
  isLike?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
}

function Round({ keys, children, isLike, ref, ...press }: RoundProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={press.label}
      aria-keyshortcuts={keys}
      {...disabledProps(press)}
      className={classNames(
        LOOK,
        'size-15 aria-disabled:opacity-40 md:size-16',
        isLike ? 'text-pulse' : 'text-ink',
      )}
    >
      {children}
    </button>
  );
}

/** In words, since its arrow alone could mean many things. */
function Undo(press: PressProps) {
  return (
    <button
      type="button"
      aria-label={press.label}
      aria-keyshortcuts="ArrowDown"
      {...disabledProps(press)}
      className={classNames(
        LOOK,
        'h-11 min-w-26 gap-2 px-4 text-base font-semibold text-ink aria-disabled:text-ink-2 aria-disabled:opacity-60 aria-disabled:shadow-none',
      )}
    >
      <Undo2 className="size-4.5" strokeWidth={1.75} aria-hidden />
      <Trans>Undo</Trans>
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

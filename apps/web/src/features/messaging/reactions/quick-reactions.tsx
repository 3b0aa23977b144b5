import { type Message, QUICK_REACTIONS } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { SmilePlus } from 'lucide-react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { react, reactionOf } from './react.ts';

interface QuickReactionsProps {
  message: Message;
  me: string;
  /** Closes the menu around it. */
  close: () => void;
  /** Opens the picker with all emoji. */
  onMore: () => void;
}

const buttonClass =
  'inline-flex h-11 min-w-10 flex-1 items-center justify-center rounded-full text-xl transition-transform hover:bg-hover focus:bg-hover motion-safe:hover:scale-110';

/** Shown at the top of a message’s menu: the most used reactions, and a button to all others. */
export function QuickReactions({ message, me, close, onMore }: QuickReactionsProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const mine = reactionOf(message, me);
  return (
    <div className="mb-1 flex border-b border-line pb-1" role="group" aria-label={t`React`}>
      {QUICK_REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={mine === emoji}
          aria-label={t`React with ${emoji}`}
          tabIndex={-1}
          className={classNames(buttonClass, mine === emoji && 'bg-pulse-soft')}
          onClick={() => {
            close();
            void react(message, me, emoji, errorTextOf);
          }}
        >
          <span aria-hidden>{emoji}</span>
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        aria-label={t`React with another emoji`}
        tabIndex={-1}
        className={buttonClass}
        onClick={() => {
          close();
          onMore();
        }}
      >
        <SmilePlus className="size-5 text-ink-2" aria-hidden />
      </button>
    </div>
  );
}

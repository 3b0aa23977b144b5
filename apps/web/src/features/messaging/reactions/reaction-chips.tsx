import type { Message } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useMember } from '../../../client/session.ts';
import { useRowTabIndex } from '../row-stop.ts';
import { react } from './react.ts';

interface ReactionChipsProps {
  message: Message;
  /** Name of the other member. */
  name: string;
  isOwn: boolean;
}

/** Shown under a message: its reactions. A press adds the same one, or removes the own one. */
export function ReactionChips({ message, name, isOwn }: ReactionChipsProps) {
  const me = useMember();
  const errorTextOf = useErrorMessage();
  const words = useReactorsText(name);
  const tabIndex = useRowTabIndex();
  const current = message.reactions?.filter((one) => one.emoji !== null) ?? [];
  const emojis = [...new Set(current.map((one) => one.emoji ?? ''))];
  if (emojis.length === 0) return null;
  return (
    <div className={classNames('relative -mt-1.5 flex gap-1', isOwn ? 'mr-2' : 'ml-2')}>
      {emojis.map((emoji) => {
        const members = current.filter((one) => one.emoji === emoji).map((one) => one.member);
        const isMine = members.includes(me.id);
        return (
          <button
            key={emoji}
            type="button"
            tabIndex={tabIndex}
            aria-pressed={isMine}
            aria-label={words(emoji, isMine, members.length > 1)}
            onClick={({ currentTarget }) => {
              // Removing the last reaction removes the focused button, so move the focus to the message.
              if (isMine && members.length === 1)
                currentTarget.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
              void react(message, me.id, emoji, errorTextOf);
            }}
            className={classNames(
              'target inline-flex h-6.5 min-w-8 animate-pop items-center justify-center gap-1 rounded-full border bg-card px-1.5 text-sm text-ink',
              isMine ? 'border-pulse' : 'border-line',
            )}
          >
            <span aria-hidden>{emoji}</span>
            {members.length > 1 && <span className="tabular text-xs">{members.length}</span>}
          </button>
        );
      })}
    </div>
  );
}

function useReactorsText(name: string) {
  const { t } = useLingui();
  return (emoji: string, isMine: boolean, isBoth: boolean): string => {
    if (isBoth) return t`${emoji} from you and ${name}`;
    return isMine ? t`${emoji} from you` : t`${emoji} from ${name}`;
  };
}

import type { Chat } from '@heartline/contracts';
import { isOfInputMethod } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { isMuted } from './chats.ts';
import { FILTERS, type Filter } from './list-filter.ts';

interface ConversationFiltersProps {
  chats: readonly Chat[];
  /** Beyond these may be more, and one of them is muted. */
  hasMuted: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  question: string;
  onQuestion: (question: string) => void;
}

/** Above the conversations: a field that searches them, and what of them is shown. */
export function ConversationFilters(props: ConversationFiltersProps) {
  const { chats, hasMuted, filter, onFilter, question, onQuestion } = props;
  const { t } = useLingui();
  const words: Record<Filter, string> = {
    all: t`All`,
    unread: t`Unread`,
    real: t`Without fictional`,
    muted: t({ context: 'conversations', message: 'Muted' }),
  };
  // What would leave all, or nothing, is no choice; but a choice that was made stays in sight.
  const isOffered: Record<Filter, boolean> = {
    all: true,
    unread: true,
    real: chats.some((chat) => chat.profile.fictional),
    muted: filter === 'muted' || hasMuted || chats.some(isMuted),
  };
  return (
    <div className="grid gap-2.5">
      <label className="flex min-h-11 items-center gap-2.5 rounded-full border border-edge bg-card px-4 focus-within:border-ink">
        <Search className="size-4.5 shrink-0 text-ink-2" aria-hidden />
        <span className="sr-only">{t`Search names and messages`}</span>
        <input
          type="search"
          data-chat-search
          value={question}
          maxLength={100}
          autoComplete="off"
          // The glass says what is done; of the longer words the rail shows half.
          placeholder={t`Names and messages`}
          onChange={(event) => onQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || question === '' || isOfInputMethod(event.nativeEvent)) return;
            event.stopPropagation();
            onQuestion('');
          }}
          className="w-full min-w-0 bg-transparent py-2 text-base text-ellipsis outline-none placeholder:text-ink-2"
        />
      </label>
      {/* One line, swiped where the words are long; as high as the targets in it, without taking their room. */}
      <fieldset
        hidden={question !== ''}
        className="no-scrollbar fades-beyond -mx-5 -my-1.5 flex min-w-0 gap-1.5 overflow-x-auto px-5 py-1.5"
      >
        <legend className="sr-only">{t`Which conversations`}</legend>
        {FILTERS.filter((one) => isOffered[one]).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === filter}
            onClick={({ currentTarget }) => {
              onFilter(one);
              currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' });
            }}
            className="target relative min-h-8 shrink-0 rounded-full border border-line px-3 text-sm font-medium text-ink-2 transition-colors hover:border-ink-2 aria-pressed:border-transparent aria-pressed:bg-pulse-soft aria-pressed:text-ink"
          >
            {words[one]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

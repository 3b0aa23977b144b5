import type { Chat } from '@heartline/contracts';
import { isOfInputMethod } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { isMuted } from './chats.ts';
import { FILTERS, type Filter } from './list-filter.ts';

interface ConversationFiltersProps {
  chats: readonly Chat[];
  /** More conversations exist than are loaded, and one of those is muted. */
  hasMuted: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  question: string;
  onQuestion: (question: string) => void;
}

/** Search field and filters above the conversations. */
export function ConversationFilters(props: ConversationFiltersProps) {
  const { chats, hasMuted, filter, onFilter, question, onQuestion } = props;
  const { t } = useLingui();
  const words: Record<Filter, string> = {
    all: t`All`,
    unread: t`Unread`,
    real: t`Without fictional`,
    muted: t({ context: 'conversations', message: 'Muted' }),
  };
  // A filter that would show everything or nothing is not offered. A filter in use stays visible.
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
          // The icon already says “search”, and the narrow list would cut a longer text in half.
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
      {/* One line that scrolls sideways when the labels are long. It is as high as its touch targets but takes less
          space. */}
      <fieldset
        hidden={question !== ''}
        className="no-scrollbar fades-beyond -mx-5 -my-1.5 flex min-w-0 gap-1.5 overflow-x-auto px-5 py-1.5"
      >
        <legend className="sr-only">{t`Filter chats`}</legend>
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

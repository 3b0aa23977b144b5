import type { ReactNode, Ref, UIEventHandler } from 'react';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { Badge } from '../feedback/badge.tsx';
import { useRootMark } from '../layout/root-mark.ts';

export interface ChatLayoutProps {
  /** The rail of conversations. */
  list: ReactNode;
  /** Accessible name of the rail: "Conversations". */
  listLabel?: string | undefined;
  /** Skip link above the list, for keyboard users: "Skip to the conversation". */
  skipLabel?: string | undefined;
  /** The open conversation: bar, messages, composer. */
  children: ReactNode;
  /** The card of the other member, from 1200 px. */
  aside?: ReactNode;
  /** A notice above everything. The parts below shrink by its height, so their ends stay in view. */
  notice?: ReactNode;
  /** True if a conversation is open: below 768 px it replaces the list. */
  isChatOpen: boolean;
}

/**
 * List | conversation (at most 800 px) | card. Fills the window below the top bar; only its parts scroll. It is the
 * `main` of its page, in place of `Page`.
 */
export function ChatLayout(props: ChatLayoutProps) {
  const { list, listLabel, skipLabel, children, aside, notice, isChatOpen } = props;
  useRootMark('chatOpen', isChatOpen);
  useRootMark('fillsWindow');
  return (
    <div className="flex h-[calc(100dvh-var(--bar-height)-var(--bottom-bar-height))] flex-col">
      {notice}
      <main id="content" tabIndex={-1} className="relative flex min-h-0 grow outline-none">
        <section
          aria-label={listLabel}
          className={classNames(
            'relative w-full shrink-0 overflow-y-auto border-line bg-sunk md:w-[clamp(18.75rem,30vw,25rem)] md:border-r',
            isChatOpen && 'max-md:hidden',
          )}
        >
          {skipLabel && (
            <a
              href="#conversation"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById('conversation')?.focus();
              }}
              className="sr-only rounded-control bg-card p-3 font-semibold focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2 focus-visible:z-10"
            >
              {skipLabel}
            </a>
          )}
          {list}
        </section>
        <div
          id="conversation"
          tabIndex={-1}
          className={classNames('flex min-w-0 grow flex-col outline-none', !isChatOpen && 'max-md:hidden')}
        >
          {children}
        </div>
        {aside && (
          <aside className="relative w-80 shrink-0 overflow-y-auto border-l border-line p-5 max-xl:hidden">
            {aside}
          </aside>
        )}
      </main>
    </div>
  );
}

export interface ConversationRowProps {
  href: string;
  /** An `Avatar`. */
  avatar: ReactNode;
  name: ReactNode;
  /** Time of the last message. */
  time?: string | undefined;
  /** Start of the last message. */
  preview: ReactNode;
  /** The count as shown, capped by the caller; omitted if all is read. */
  unread?: string | undefined;
  unreadLabel?: string | undefined;
  /** Beside the name: a `FictionalChip`. */
  chip?: ReactNode;
  /** A small icon after the name: muted. */
  mark?: ReactNode;
  /** Unread messages there need no attention: the count is grey. */
  isQuiet?: boolean | undefined;
  isCurrent?: boolean | undefined;
  /** -1 if another row is the tab stop. */
  tabIndex?: number | undefined;
  /** Shown on hover: when the person was last online. */
  title?: string | undefined;
  onClick?: (() => void) | undefined;
}

/** One conversation in the rail. */
export function ConversationRow(props: ConversationRowProps) {
  const { href, avatar, name, time, preview, unread, unreadLabel, chip, isCurrent } = props;
  return (
    <Anchor
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={props.tabIndex}
      title={props.title}
      onClick={props.onClick}
      className="mx-2 flex min-h-18 items-center gap-3 rounded-control px-3 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-card"
    >
      {avatar}
      <span className="@container min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className={classNames('truncate', unread ? 'font-bold' : 'font-semibold')}>{name}</span>
          {/* In the narrowest rail the name needs the space of the icon. */}
          {chip && <span className="flex max-w-1/2 shrink-0 @max-[15rem]:[&_svg]:hidden">{chip}</span>}
          {props.mark}
          {time && (
            // Inside a `group/row`, whose menu replaces it.
            <span className="tabular ml-auto shrink-0 pl-2 text-xs text-ink-2 transition-opacity pointer-fine:group-focus-within/row:opacity-0 pointer-fine:group-hover/row:opacity-0 pointer-fine:group-has-aria-expanded/row:opacity-0">
              {time}
            </span>
          )}
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span
            className={classNames('grow truncate text-sm', unread ? 'font-medium text-ink' : 'text-ink-2')}
          >
            {preview}
          </span>
          {unread && (
            <Badge label={unreadLabel} tone={props.isQuiet ? 'quiet' : 'pulse'}>
              {unread}
            </Badge>
          )}
        </span>
      </span>
    </Anchor>
  );
}

export interface ChatMessagesProps {
  /** Accessible name of the log: "Conversation with Mira". New messages in it are announced. */
  label: string;
  children: ReactNode;
  /** The scroll container, to keep it at the bottom and to load older messages at the top. */
  ref?: Ref<HTMLDivElement> | undefined;
  onScroll?: UIEventHandler<HTMLDivElement> | undefined;
}

/** The messages: the only scrolling part of a conversation. A short one is aligned to the bottom. */
export function ChatMessages({ label, children, ref, onScroll }: ChatMessagesProps) {
  return (
    <div
      ref={ref}
      role="log"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      className="relative min-h-0 grow overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-4"
    >
      <div className="mx-auto grid min-h-full max-w-chat grid-cols-1 content-end gap-3 py-4">{children}</div>
    </div>
  );
}

/** The bar above a conversation: back on phones, person, tools. */
export function ChatBar({
  back,
  children,
  tools,
}: {
  back?: ReactNode;
  children: ReactNode;
  tools?: ReactNode;
}) {
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-2 border-b border-line px-2 sm:px-4">
      {back && <div className="md:hidden">{back}</div>}
      <div className="min-w-0 grow">{children}</div>
      {tools}
    </header>
  );
}

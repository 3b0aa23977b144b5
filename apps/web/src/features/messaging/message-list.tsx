import { Badge, IconButton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useServerClock } from '../../client/clock.ts';
import type { ActionContext } from './actions/message-action.ts';
import type { Row } from './conversation-rows.ts';
import { useMessageMenu } from './message-menu.tsx';
import { MessageRow } from './message-row.tsx';
import { useJump } from './use-jump.ts';

interface MessageListProps {
  rows: readonly Row[];
  /** Whose conversation it is: with whom, and who looks at it. */
  context: ActionContext;
  /** What stands above the oldest message; its height never changes. */
  head: ReactNode;
  hasOlder: boolean;
  /** Brings the page above. Called once at a time. */
  onOlder: () => Promise<void>;
  /** Loads the conversation up to a message; false when it is not there to be seen. */
  onReach: (seq: number) => Promise<boolean>;
}

/** So close to an edge the reader is at it. */
const NEAR_PX = 80;
const LOAD_AHEAD_PX = 600;
/** Height of what stands above the oldest message. */
const HEAD_PX = 96;
/** Room under the newest message. */
const FOOT_PX = 12;

/** The messages, drawn as far as they are seen. Keeps to the bottom while the reader is there, and never jumps. */
export function MessageList({ rows, context, head, hasOlder, onOlder, onReach }: MessageListProps) {
  const { t } = useLingui();
  const { name } = context.profile;
  const { open, menu } = useMessageMenu(context);
  const now = useServerClock(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isAtBottom = useRef(true);
  const [isAway, setAway] = useState(false);
  const { jump, shown } = useJump({ rows, list, onReach });
  const isPrepended = useIsPrepended(rows);
  const unseen = useUnseen(rows, isAway);

  const toBottom = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: FOOT_PX });
  useKeepBottom(scroller, isAtBottom, toBottom);
  useOpening(rows, list);
  useFollowNews(rows, isAtBottom, toBottom);

  const isLoading = useRef(false);
  const onScroll = (offset: number) => {
    const { current } = list;
    if (!current) return;
    const below = current.scrollSize - current.viewportSize - offset;
    isAtBottom.current = below < NEAR_PX;
    setAway(below > current.viewportSize / 2);
    if (offset > LOAD_AHEAD_PX || !hasOlder || isLoading.current) return;
    isLoading.current = true;
    void onOlder().finally(() => {
      isLoading.current = false;
    });
  };

  return (
    <div className="relative min-h-0 grow">
      <section
        ref={scroller}
        aria-label={t`Conversation with ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by the keyboard
        tabIndex={0}
        className="flex h-full flex-col overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-4"
      >
        <div
          className="mx-auto flex w-full max-w-chat grow flex-col justify-end"
          style={{ minHeight: HEAD_PX }}
        >
          {head}
        </div>
        <div className="mx-auto w-full max-w-chat" style={{ paddingBottom: FOOT_PX }}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            shift={isPrepended}
            startMargin={HEAD_PX}
            onScroll={onScroll}
            data={rows}
            bufferSize={600}
          >
            {(row) => (
              <MessageRow
                key={row.key}
                row={row}
                name={name}
                now={now}
                isShown={shown !== null && row.message?.seq === shown}
                onMenu={open}
                onJump={jump}
              />
            )}
          </Virtualizer>
        </div>
      </section>
      {menu}
      <News rows={rows} name={name} />
      {isAway && (
        <span className="absolute right-4 bottom-3 animate-fade">
          <IconButton
            label={t`To the newest message`}
            variant="quiet"
            className="shadow-float"
            onPress={toBottom}
          >
            <ArrowDown className="size-5" aria-hidden />
          </IconButton>
          {unseen > 0 && (
            <Badge
              className="absolute -top-1.5 -right-1"
              label={plural(unseen, { one: '# new message', other: '# new messages' })}
            >
              {String(unseen)}
            </Badge>
          )}
        </span>
      )}
    </div>
  );
}

/** Goes along with what is new at the end: while the reader is there, and with every message of their own. */
function useFollowNews(rows: readonly Row[], isAtBottom: RefObject<boolean>, toBottom: () => void) {
  const last = rows.at(-1);
  const seen = useRef(last?.key);
  useLayoutEffect(() => {
    if (seen.current === last?.key) return;
    seen.current = last?.key;
    if (isAtBottom.current || last?.state === 'sending') toBottom();
  });
}

/** Whether this drawing adds older messages on top: then what is seen stays where it is. */
function useIsPrepended(rows: readonly Row[]): boolean {
  const before = useRef<string | undefined>(undefined);
  const first = rows[0]?.key;
  const isPrepended =
    before.current !== undefined &&
    first !== before.current &&
    rows.some((row) => row.key === before.current);
  useLayoutEffect(() => {
    before.current = first;
  });
  return isPrepended;
}

/** Their messages that came while the reader was further up. */
function useUnseen(rows: readonly Row[], isAway: boolean): number {
  const last = rows.at(-1)?.at ?? 0;
  const [left, setLeft] = useState(last);
  useEffect(() => {
    if (!isAway) setLeft(last);
  }, [isAway, last]);
  return isAway ? rows.filter((row) => !row.isOwn && row.at > left).length : 0;
}

/** Keeps the newest message in view when the room shrinks (the keyboard opens) or a message grows (its states). */
function useKeepBottom(
  scroller: RefObject<HTMLDivElement | null>,
  isAtBottom: RefObject<boolean>,
  toBottom: () => void,
) {
  const latest = useRef(toBottom);
  latest.current = toBottom;
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      if (isAtBottom.current) latest.current();
    });
    for (const part of [current, ...current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller, isAtBottom]);
}

/** Opens where reading goes on: at the line of new messages, else at the bottom. */
function useOpening(rows: readonly Row[], list: RefObject<VirtualizerHandle | null>) {
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    if (isOpened.current || rows.length === 0) return;
    isOpened.current = true;
    const unread = rows.findIndex((row) => row.startsUnread);
    list.current?.scrollToIndex(unread >= 0 ? unread : rows.length - 1, {
      align: unread >= 0 ? 'start' : 'end',
    });
  }, [rows, list]);
}

/** Reads out what they write while the conversation is open, and nothing of the past. */
function News({ rows, name }: { rows: readonly Row[]; name: string }) {
  const [opened] = useState(() => Math.max(0, ...rows.filter((row) => !row.isOwn).map((row) => row.at)));
  const news = rows.filter((row) => !row.isOwn && row.at > opened).slice(-3);
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {news.map((row) => (
        <p key={row.key}>
          {name}: {row.text}
        </p>
      ))}
    </div>
  );
}

import type { Message } from '@heartline/contracts';
import { Badge, Button, IconButton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useServerClock } from '../../client/use-server-clock.ts';
import type { ActionContext } from './actions/message-action.ts';
import { PreviewText } from './content/preview-text.tsx';
import type { Place } from './history.ts';
import { requestJump } from './jumps.ts';
import {
  belowWindow,
  FOOT_PX,
  HEAD_PX,
  showRow,
  toEnd,
  useEnd,
  useFollowNews,
  useKeepPlace,
  usePlace,
} from './list-motion.ts';
import { ListRows, RowsMeasured } from './list-rows.tsx';
import { type Around, NewerEdge, OlderEdge, useLoadAround } from './load-around.tsx';
import { useMessageMenu } from './message-menu.tsx';
import { MessageRow } from './message-row.tsx';
import { useSteadyRows } from './steady-rows.ts';
import { useSwipeReply } from './swipe-reply.tsx';
import { useRowFocus } from './use-row-focus.ts';

/** Shows the end of the conversation, or a part further up. */
interface MessageListProps extends Around {
  /** Newest messages, also while a part is shown: for the count of new ones and for screen readers. */
  newest: readonly Message[];
  /** The conversation, its other member, and the member who looks at it. */
  context: ActionContext;
  /** Shown above the oldest message; its height never changes. */
  head: ReactNode;
  place: Place;
  /** Called at the end of the list, where rows far above may be dropped. */
  onAtEnd: () => void;
  /** First row that was unread when the member came, or null. */
  newFrom: number | null;
}

/** The messages; only visible ones are rendered. Follows the end while the reader is there, and never jumps. */
export function MessageList(props: MessageListProps) {
  const { newest, context, head, hasNewer, place } = props;
  const { t } = useLingui();
  const { conversation, profile } = context;
  const { name } = profile;
  const { open, menu } = useMessageMenu(context, props.rows);
  const swipe = useSwipeReply(props.rows, context);
  const now = useServerClock(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAway, setAway] = useState(false);
  const { rows, isShifted } = useSteadyRows(props.rows, place.list);
  const { isAtBottom, going, atRest, noteScroll, noteFit } = useEnd(scroller, hasNewer);
  const motion = { rows, list, scroller, isAtBottom, going, atRest };
  /** Newest message when the reader was last at the end. */
  const left = useRef<number>(undefined);
  const noteAway = () => {
    if (!list.current) return;
    const { scrollSize, viewportSize } = list.current;
    // The estimated height of unrendered rows counts too.
    if (!hasNewer && scrollSize <= viewportSize) noteFit();
    if (isAtBottom.current) left.current = newest.at(-1)?.seq;
    setAway(hasNewer || (!isAtBottom.current && belowWindow(motion) > viewportSize / 2));
  };
  const onMeasured = useKeepPlace(motion, noteAway);
  const jump = useCallback((seq: number) => requestJump(conversation, { kind: 'row', seq }), [conversation]);
  const focus = useRowFocus({
    rows,
    scroller,
    onShow: (index) => showRow(motion, index),
    isAway,
    hasNewer,
    onStart: () => requestJump(conversation, { kind: 'start' }),
    onEnd: () => (hasNewer ? requestJump(conversation, { kind: 'end' }) : toEnd(motion)),
  });
  // Messages below the first new row count as unseen, even if the list had followed them to its end.
  const onNew = useCallback((newFrom: number) => {
    left.current = newFrom - 1;
  }, []);
  const { shown, hasMissedNew } = usePlace(motion, place, {
    newFrom: props.newFrom,
    onNew,
    onArrival: focus.onArrival,
  });
  useFollowNews(motion);
  const [isNewSeen, setNewSeen] = useState(false);
  const { look, edges } = useLoadAround(props, { list, scroller });
  const onScroll = (offset: number) => {
    const { current } = list;
    if (!current) return;
    noteScroll({ offset, size: current.scrollSize, below: belowWindow(motion) });
    if (isAtBottom.current) props.onAtEnd();
    const newAt = hasMissedNew ? rows.findIndex((row) => row.startsUnread) : -1;
    if (newAt >= 0 && current.findItemIndex(offset) <= newAt) setNewSeen(true);
    noteAway();
    look();
  };
  return (
    <div className="relative min-h-0 grow">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the messages in it are the stops */}
      <section
        ref={scroller}
        id="messages"
        aria-label={t`Chat with ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by the keyboard
        tabIndex={focus.active < 0 ? 0 : -1}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        {...swipe.handlers}
        className="flex h-full touch-pan-y touch-pinch-zoom flex-col overflow-y-auto overscroll-contain px-3 focus-visible:-outline-offset-2 [overflow-anchor:none] sm:px-4"
      >
        <div
          className="mx-auto flex w-full max-w-chat grow flex-col justify-end"
          style={{ minHeight: HEAD_PX }}
        >
          <OlderEdge {...edges}>{head}</OlderEdge>
        </div>
        <div className="mx-auto w-full max-w-chat" style={{ paddingBottom: FOOT_PX }}>
          <RowsMeasured value={onMeasured}>
            <Virtualizer
              key={place.list}
              ref={list}
              as={ListRows}
              scrollRef={scroller}
              shift={isShifted}
              startMargin={HEAD_PX}
              onScroll={onScroll}
              data={rows}
              bufferSize={600}
              keepMounted={focus.active < 0 ? [] : [focus.active]}
            >
              {(row, index) => (
                <MessageRow
                  key={row.key}
                  row={row}
                  isStop={index === focus.active}
                  name={name}
                  now={now}
                  isShown={shown !== null && row.message?.seq === shown}
                  onMenu={open}
                  onJump={jump}
                />
              )}
            </Virtualizer>
          </RowsMeasured>
        </div>
      </section>
      {swipe.mark}
      {menu}
      {hasMissedNew && !isNewSeen && (
        <NewAbove
          onPress={() => {
            setNewSeen(true);
            focus.enter();
            requestJump(conversation, { kind: 'new', from: props.newFrom ?? 0, me: context.me });
          }}
        />
      )}
      <NewerEdge {...edges} />
      <News newest={newest} context={context} />
      {isAway && <ToEnd newest={newest} left={left} me={context.me} onPress={focus.toEnd} />}
    </div>
  );
}

/** Button to the first unread message, which is above the shown rows. */
function NewAbove({ onPress }: { onPress: () => void }) {
  return (
    <span className="absolute inset-x-0 top-3 mx-auto w-fit animate-fade">
      <Button
        size="sm"
        variant="quiet"
        className="shadow-float"
        icon={<ArrowUp className="size-4" aria-hidden />}
        onPress={onPress}
      >
        <Trans>New messages above</Trans>
      </Button>
    </span>
  );
}

interface ToEndProps {
  newest: readonly Message[];
  /** Newest message when the reader left the end; undefined if the list opened further up. */
  left: RefObject<number | undefined>;
  me: string;
  onPress: () => void;
}

/** Button to the newest message, with the number of messages that arrived since the reader left the end. */
function ToEnd({ newest, left, me, onPress }: ToEndProps) {
  const { t } = useLingui();
  const [from] = useState(() => left.current ?? newest.at(-1)?.seq ?? 0);
  const unseen = newest.filter((message) => message.seq > from && message.sender !== me).length;
  return (
    <span className="absolute right-4 bottom-3 animate-fade">
      <IconButton label={t`Go to newest message`} variant="quiet" className="shadow-float" onPress={onPress}>
        <ArrowDown className="size-5" aria-hidden />
      </IconButton>
      {unseen > 0 && (
        <Badge
          className="pointer-events-none absolute -top-1.5 -right-1"
          label={plural(unseen, { one: '# new message', other: '# new messages' })}
        >
          {String(unseen)}
        </Badge>
      )}
    </span>
  );
}

/**
 * Announces each new message of the other member to screen readers once, and none from before the conversation opened.
 */
function News({ newest, context: { me, profile } }: Pick<MessageListProps, 'newest' | 'context'>) {
  const [opened, setOpened] = useState<number | undefined>();
  const last = newest.at(-1)?.seq ?? 0;
  useEffect(() => setOpened((seq) => seq ?? last), [last]);
  const news = newest
    .filter((message) => opened !== undefined && message.seq > opened && message.sender !== me)
    .slice(-3)
    // Filter after the slice: a message taken back must not bring back one that was announced before.
    .filter((message) => !message.gone);
  return (
    <div role="log" aria-live="polite" aria-relevant="additions" className="sr-only">
      {news.map((message) => (
        <p key={message.seq}>
          {profile.name}: <PreviewText kind={message.kind} text={message.text} />
        </p>
      ))}
    </div>
  );
}

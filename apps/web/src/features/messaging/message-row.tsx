import { largeEmoji } from '@heartline/domain';
import { Bubble, classNames, DayLine } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useCallback, useId } from 'react';
import { CONTENT } from './content/content.ts';
import { GoneLine } from './content/gone-line.tsx';
import { MessageQuote } from './content/message-quote.tsx';
import type { Row } from './conversation-rows.ts';
import { FailedNote } from './failed-note.tsx';
import { hasMenu, MenuButton, type OpenMenu, useMenuGestures } from './message-menu.tsx';
import { BesideMeta, Meta } from './message-meta.tsx';
import { ReactionChips } from './reactions/reaction-chips.tsx';
import { watchOnScreen } from './receipts/on-screen.ts';
import { RowStop } from './row-stop.ts';
import { useTimes } from './times.ts';

interface MessageRowProps {
  row: Row;
  /** One message at a time is a tab stop. */
  isStop: boolean;
  /** Name of the other member, which screen readers get before their messages. */
  name: string;
  now: number;
  /** Jump target, highlighted for a moment. */
  isShown: boolean;
  onMenu: OpenMenu;
  /** Jumps to another message of the conversation and loads what is needed. */
  onJump: (seq: number) => void;
}

/** True if the row starts a run without a line above it, and so needs space above. */
const opensRun = (row: Row) => STARTS.has(row.position) && !row.startsDay && !row.startsUnread;

const STARTS = new Set<Row['position']>(['single', 'first']);
const ENDS = new Set<Row['position']>(['single', 'last']);

/** One message with the lines above it: its day and the unread line. Memoized: it renders only when it changes. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, name, now } = props;
  const { t } = useLingui();
  const times = useTimes();
  const gone = row.message?.gone;
  // The description gives screen readers the text of the focused message. Other rows have none, because there are many.
  const id = useId();
  const ids = props.isStop ? { content: `${id}content`, state: `${id}state` } : NO_IDS;
  return (
    <article
      data-row={row.key}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one message at a time is a stop
      tabIndex={props.isStop ? 0 : -1}
      aria-label={row.isOwn ? t`You, ${times.time(row.at)}` : t`${name}, ${times.time(row.at)}`}
      aria-describedby={props.isStop ? `${ids.content} ${ids.state}` : undefined}
      className={classNames(
        'rounded-control focus-visible:-outline-offset-1 contain-layout contain-style',
        opensRun(row) ? 'pt-3' : 'pt-0.5',
      )}
    >
      {row.startsDay && <DayLine>{times.day(row.at, now)}</DayLine>}
      {row.startsUnread && <NewLine />}
      {gone ? (
        <GoneLine row={row} gone={gone} name={name} id={ids.content} />
      ) : (
        <RowStop value={props.isStop}>
          <MessageBubble {...props} ids={ids} />
        </RowStop>
      )}
    </article>
  );
});

/** Element ids of the accessible description: content and state. */
interface Ids {
  content?: string | undefined;
  state?: string | undefined;
}

const NO_IDS: Ids = {};

/** The content of a message in its bubble, with state and menu. */
function MessageBubble({ row, name, isShown, onMenu, onJump, ids }: MessageRowProps & { ids: Ids }) {
  const { Component, isMedia } = CONTENT[row.kind];
  const gestures = useMenuGestures(row, onMenu);
  const onScreen = useWatched(row);
  return (
    <Bubble
      as="div"
      around={{
        ...gestures,
        ref: onScreen,
        'data-menu': '',
        className: classNames(
          'group/message -mx-2 -my-1 rounded-card px-2 py-1 transition-colors duration-320 pointer-coarse:select-none',
          isShown && 'bg-pulse-soft',
        ),
      }}
      isOwn={row.isOwn}
      position={row.position}
      isMedia={isMedia}
      isBare={isBare(row)}
      lead={STARTS.has(row.position) && <Author name={row.isOwn ? null : name} />}
      contentId={ids.content}
      isFailed={isRefused(row)}
      failedNote={isRefused(row) && <Note row={row} name={name} reasonId={ids.state} />}
      meta={ENDS.has(row.position) && !isRefused(row) && <Meta row={row} stateId={ids.state} />}
      foot={row.message?.reactions && <ReactionChips message={row.message} name={name} isOwn={row.isOwn} />}
      aside={<Aside row={row} stateId={ids.state} onMenu={onMenu} />}
    >
      {row.quote && <MessageQuote quote={row.quote} author={row.quote.isOwn ? null : name} onJump={onJump} />}
      <Component row={row} name={name} />
    </Bubble>
  );
}

/** Shown beside the bubble, towards the middle. */
function Aside({ row, stateId, onMenu }: { row: Row; stateId: string | undefined; onMenu: OpenMenu }) {
  return (
    <>
      {row.isOwn && !ENDS.has(row.position) && <BesideMeta row={row} stateId={stateId} />}
      {hasMenu(row) && <MenuButton row={row} onMenu={onMenu} />}
    </>
  );
}

function Note({ row, ...props }: { row: Row; name: string; reasonId: string | undefined }) {
  return row.entry ? <FailedNote entry={row.entry} {...props} /> : null;
}

/** The message was not sent, so its note replaces time and state. */
const isRefused = ({ state }: Row) => state === 'failed' || state === 'held';

/** Messages of a few emoji have no bubble. */
const isBare = ({ kind, quote, text }: Row) => kind === 'text' && !quote && largeEmoji(text) > 0;

/** Reports when a message of the other member becomes visible. */
function useWatched({ isOwn, message }: Row) {
  const conversation = message?.conversation;
  const seq = message?.seq;
  return useCallback(
    (element: HTMLElement | null) =>
      element && !isOwn && conversation !== undefined && seq !== undefined
        ? watchOnScreen(element, { conversation, seq })
        : undefined,
    [isOwn, conversation, seq],
  );
}

/** Author of a run, for screen readers. */
function Author({ name }: { name: string | null }) {
  const { t } = useLingui();
  return <span className="sr-only">{name === null ? t`You:` : t`${name}:`} </span>;
}

/** The line above the first unread message. */
function NewLine() {
  return (
    <div className="my-4 flex items-center gap-4 text-xs font-semibold text-pulse">
      <span className="h-px grow bg-pulse/40" />
      <Trans>New messages</Trans>
      <span className="h-px grow bg-pulse/40" />
    </div>
  );
}

import type { ErrorCode } from '@heartline/contracts';
import { Bubble, Button, DayLine, type MessageState, MessageStateTicks } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import type { Row, RowState } from './conversation-rows.ts';
import { MessageText } from './message-text.tsx';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { outbox } from './outbox/use-outbox.ts';
import { usePriceWords } from './price-words.ts';
import { useTimes } from './times.ts';

interface MessageRowProps {
  row: Row;
  /** Name of the other side, said before their words to who can't see the sides. */
  name: string;
  now: number;
}

/** A run that nothing stands above: it keeps its distance from the one before. */
const opensRun = (row: Row) => STARTS.has(row.position) && !row.startsDay && !row.startsUnread;

const STARTS = new Set<Row['position']>(['single', 'first']);
const ENDS = new Set<Row['position']>(['single', 'last']);

/** One message with what stands above it: its day, the line of new messages. */
export const MessageRow = memo(function MessageRow({ row, name, now }: MessageRowProps) {
  const times = useTimes();
  const isLastOfRun = ENDS.has(row.position);
  const isStuck = row.entry !== undefined && row.entry.state !== 'waiting';
  const startsRun = STARTS.has(row.position);
  return (
    <div className={opensRun(row) ? 'pt-3' : 'pt-0.5'}>
      {row.startsDay && <DayLine>{times.day(row.at, now)}</DayLine>}
      {row.startsUnread && <NewLine />}
      <Bubble
        as="div"
        isOwn={row.isOwn}
        position={row.position}
        isFailed={row.state === 'failed' || row.state === 'held'}
        failedNote={
          row.entry && row.entry.state !== 'waiting' && <FailedNote entry={row.entry} name={name} />
        }
        meta={isLastOfRun && !isStuck && <Meta row={row} />}
      >
        {startsRun && <Author name={row.isOwn ? null : name} />}
        <MessageText text={row.text} />
      </Bubble>
    </div>
  );
});

/** Who wrote a run, for those who can't see its side. */
function Author({ name }: { name: string | null }) {
  const { t } = useLingui();
  return <span className="sr-only">{name === null ? t`You:` : t`${name}:`} </span>;
}

/** When it was written, and how far an own message came. */
function Meta({ row }: { row: Row }) {
  const times = useTimes();
  return (
    <>
      <time dateTime={new Date(row.at).toISOString()} className="tabular">
        {times.time(row.at)}
      </time>
      {row.state && <Ticks state={row.state} />}
    </>
  );
}

const TICKS: Record<RowState, MessageState> = {
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  held: 'sending',
  failed: 'failed',
};

function Ticks({ state }: { state: RowState }) {
  const { t } = useLingui();
  const words: Record<RowState, string> = {
    sending: t`Sending`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    held: t`Waiting`,
    failed: t`Not sent`,
  };
  return <MessageStateTicks state={TICKS[state]} label={words[state]} />;
}

/** Where reading goes on. */
function NewLine() {
  return (
    <div className="my-4 flex items-center gap-4 text-xs font-semibold text-pulse">
      <span className="h-px grow bg-pulse/40" />
      <Trans>New messages</Trans>
      <span className="h-px grow bg-pulse/40" />
    </div>
  );
}

/** Why a message was not sent, and what can be done: the words of the refusal, and one press each. */
function FailedNote({ entry, name }: { entry: OutboxEntry; name: string }) {
  const say = useErrorMessage();
  const { refusal, state } = entry;
  const price = Number(refusal?.values?.credits ?? entry.credits);
  const code = refusal?.code ?? 'INTERNAL';
  return (
    <div className="mt-1 max-w-[min(78%,520px)] text-right text-sm">
      <p className="text-danger" role="status">
        <CircleAlert className="mr-1.5 inline size-4 align-[-3px]" aria-hidden />
        {say({ code, values: { name, credits: price, ...refusal?.values } })}
      </p>
      {state === 'held' && <HeldNote code={code} />}
      <Actions entry={entry} code={code} price={price} />
    </div>
  );
}

/** When it goes by itself. */
function HeldNote({ code }: { code: ErrorCode }) {
  return (
    <p className="mt-0.5 text-ink-2">
      {code === 'CONVERSATION_LIMIT' ? (
        <Trans>It goes out by itself once you have Premium.</Trans>
      ) : (
        <Trans>It goes out by itself once you have credits.</Trans>
      )}
    </p>
  );
}

/** What the member can do about a message that was not sent. */
function Actions({ entry, code, price }: { entry: OutboxEntry; code: ErrorCode; price: number }) {
  const { key, state } = entry;
  const amount = usePriceWords().price(price);
  const retry = () => void outbox.retry(key, code === 'PRICE_CHANGED' ? { credits: price } : {});
  return (
    <div className="-mr-3 flex flex-wrap items-center justify-end">
      {code === 'NOT_ENOUGH_CREDITS' && (
        <Button size="sm" variant="ghost" href="/credits">
          <Trans>Get credits</Trans>
        </Button>
      )}
      {code === 'CONVERSATION_LIMIT' && (
        <Button size="sm" variant="ghost" href="/premium">
          <Trans>See Premium</Trans>
        </Button>
      )}
      {state === 'failed' && (
        <Button size="sm" variant="ghost" onPress={retry}>
          {code === 'PRICE_CHANGED' ? <Trans>Send for {amount}</Trans> : <Trans>Send again</Trans>}
        </Button>
      )}
      <Button size="sm" variant="ghost" onPress={() => void outbox.discard(key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

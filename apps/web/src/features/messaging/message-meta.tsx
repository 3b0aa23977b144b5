import { type MessageState, MessageStateTicks } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { Row, RowState } from './conversation-rows.ts';
import { useTimes } from './times.ts';
import { UndoSend } from './undo/undo-send.tsx';

/** Shown under the last message of a run: time, state, and undo. */
export function Meta({ row, stateId }: { row: Row; stateId: string | undefined }) {
  const times = useTimes();
  return (
    <>
      {row.isOwn && <UndoSend row={row} />}
      <time dateTime={new Date(row.at).toISOString()} className="tabular">
        {times.time(row.at)}
      </time>
      {row.state && (
        <span id={stateId} className="contents">
          <Ticks state={row.state} isReadUnknown={row.isReadUnknown ?? false} />
        </span>
      )}
    </>
  );
}

/**
 * Shown beside an own message further up in its run: undo, and the state if the next message has another one. A screen
 * reader gets the state of each message.
 */
export function BesideMeta({ row, stateId }: { row: Row; stateId: string | undefined }) {
  return (
    <>
      {row.state && (row.hasOwnState || stateId !== undefined) && (
        <span id={stateId} className={row.hasOwnState ? 'inline-flex self-end pb-0.5' : 'sr-only'}>
          <Ticks state={row.state} isReadUnknown={row.isReadUnknown ?? false} />
        </span>
      )}
      <UndoSend row={row} isBeside />
    </>
  );
}

const TICKS: Record<RowState, MessageState> = {
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  held: 'sending',
  failed: 'failed',
};

function Ticks({ state, isReadUnknown }: { state: RowState; isReadUnknown: boolean }) {
  const { t } = useLingui();
  const words: Record<RowState, string> = {
    sending: t`Sending`,
    sent: t`Sent`,
    delivered: isReadUnknown ? t`Delivered. Read receipts are off.` : t`Delivered`,
    read: t`Read`,
    held: t`Waiting`,
    failed: t`Not sent`,
  };
  return <MessageStateTicks state={TICKS[state]} label={words[state]} />;
}

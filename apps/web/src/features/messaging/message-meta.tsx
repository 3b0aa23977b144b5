import { type MessageState, MessageStateTicks } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import type { Row, RowState } from './conversation-rows.ts';
import { useTimes } from './times.ts';
import { UndoSend } from './undo/undo-send.tsx';

/** When it was written, and how far an own message came. */
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

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { useMember } from '../../../client/session.ts';
import type { Row } from '../conversation-rows.ts';
import { putBack } from '../drafts.ts';
import { UNDO_MS, undoSend } from './take-back.ts';

/** Under a message that was just sent: one press undoes it, and its words are in the field again. */
export function UndoSend({ row }: { row: Row }) {
  const left = useTimeLeft(row);
  const [isUndoing, setUndoing] = useState(false);
  const conversation = row.message?.conversation ?? row.entry?.conversation;
  if (conversation === undefined || row.message?.gone || (left <= 0 && !isUndoing)) return null;
  return <UndoButton row={row} conversation={conversation} isUndoing={isUndoing} setUndoing={setUndoing} />;
}

interface UndoButtonProps {
  row: Row;
  conversation: string;
  isUndoing: boolean;
  setUndoing: (isUndoing: boolean) => void;
}

/** Apart from when it is shown, which every message asks: what it needs, few of them do. */
function UndoButton({ row, conversation, isUndoing, setUndoing }: UndoButtonProps) {
  const { t } = useLingui();
  const me = useMember();
  const undo = async () => {
    setUndoing(true);
    const { text } = row;
    if (await undoSend(row, conversation)) putBack(me.id, conversation, text);
    else setUndoing(false);
  };
  return (
    <button
      type="button"
      disabled={isUndoing}
      onClick={() => void undo()}
      aria-label={t`Undo sending`}
      className="target mr-2 rounded-sm font-semibold text-pulse hover:underline disabled:opacity-60"
    >
      <Trans>Undo</Trans>
    </button>
  );
}

/** Milliseconds in which this message can still be undone, counted down to 0 once. */
function useTimeLeft({ isOwn, at, state, entry }: Row): number {
  const isFresh = isOwn && (state === 'sending' || state === 'sent' || state === 'delivered');
  // What waits for the network can be undone for as long as it waits.
  const rest = () => (isFresh ? (entry && !entry.isTried ? UNDO_MS : at + UNDO_MS - serverNow()) : 0);
  const [left, setLeft] = useState(rest);
  useEffect(() => {
    const now = rest();
    setLeft(now);
    if (now <= 0) return undefined;
    const timer = setTimeout(() => setLeft(rest()), Math.min(now, UNDO_MS) + 20);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `rest` is made of these
  }, [isFresh, at, entry]);
  return left;
}

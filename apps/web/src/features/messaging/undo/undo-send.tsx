import { classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { useMember } from '../../../client/session.ts';
import type { Row } from '../conversation-rows.ts';
import { localPicture } from '../photos/local-photos.ts';
import { giveBack } from './give-back.ts';
import { isKnownRead, UNDO_MS, undoSend } from './take-back.ts';

/** True if the message is gone or known to be read. */
const isPast = ({ message }: Row) => message !== undefined && (Boolean(message.gone) || isKnownRead(message));

/**
 * Undo for a message that was just sent: a text button below it, or an icon beside it. Its content goes back to the
 * field or a sheet with its quote. Not offered for a photo whose picture only another page has.
 */
export function UndoSend({ row, isBeside = false }: { row: Row; isBeside?: boolean }) {
  const left = useTimeLeft(row);
  const [isUndoing, setUndoing] = useState(false);
  const conversation = row.message?.conversation ?? row.entry?.conversation;
  if (conversation === undefined || isPast(row) || (left <= 0 && !isUndoing)) return null;
  if (row.kind === 'photo' && !pictureOf(row)) return null;
  return <UndoButton {...{ row, isBeside, conversation, isUndoing, setUndoing }} />;
}

interface UndoButtonProps {
  row: Row;
  isBeside: boolean;
  conversation: string;
  isUndoing: boolean;
  setUndoing: (isUndoing: boolean) => void;
}

const SIGN = 'inline-flex size-7 shrink-0 items-center justify-center rounded-full hover:bg-hover';

/** A component of its own, because most messages never need its hooks. */
function UndoButton({ row, isBeside, conversation, isUndoing, setUndoing }: UndoButtonProps) {
  const { t } = useLingui();
  const me = useMember();
  const undo = async (from: HTMLElement, isByKey: boolean) => {
    const field = from.closest('[data-conversation]')?.querySelector('textarea');
    setUndoing(true);
    const { text, quote, message, entry } = row;
    const gift = message?.kind === 'gift' ? message.gift?.id : entry?.gift?.id;
    const again = { text, quote, gift, picture: pictureOf(row) };
    if (!(await undoSend(row, conversation))) return setUndoing(false);
    giveBack(me.id, conversation, again);
    // The button disappeared, so focus the field with the text.
    if (isByKey && document.activeElement === document.body) field?.focus();
  };
  return (
    <button
      type="button"
      disabled={isUndoing}
      onClick={({ currentTarget, detail }) => void undo(currentTarget, detail === 0)}
      aria-label={t`Undo sending`}
      title={isBeside ? t`Undo sending` : undefined}
      className={classNames(
        'target font-semibold text-pulse disabled:opacity-60',
        isBeside ? SIGN : 'mr-2 rounded-sm hover:underline',
      )}
    >
      {isBeside ? <Undo2 className="size-4" aria-hidden /> : <Trans>Undo</Trans>}
    </button>
  );
}

/** Picture of an own photo, if this page has it. */
function pictureOf({ key, entry }: Row): Blob | undefined {
  return entry?.photo?.blob ?? localPicture(key);
}

/** Milliseconds left to undo a message, down to 0. */
function useTimeLeft({ isOwn, at, state, entry }: Row): number {
  const isFresh = isOwn && (state === 'sending' || state === 'sent' || state === 'delivered');
  // A message that waits for the network can be undone as long as it waits.
  const rest = () => (isFresh ? (entry && !entry.isTried ? UNDO_MS : at + UNDO_MS - serverNow()) : 0);
  const [left, setLeft] = useState(rest);
  useEffect(() => {
    let timer: number | undefined;
    // Repeated until it is over, because a slow clock makes the first value too large.
    const count = () => {
      const now = rest();
      setLeft(now);
      if (now > 0) timer = window.setTimeout(count, Math.min(now, UNDO_MS) + 20);
    };
    count();
    return () => window.clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `rest` is made of these
  }, [isFresh, at, entry]);
  return left;
}

import { Button, Dialog, EmptyState, FictionalChip } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useFocusAfterRemoval } from '../../../client/focus-after-removal.ts';
import { useMember } from '../../../client/session.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { isGoing } from '../../../client/start-anew.ts';
import { spendable } from '../../../client/user-state.ts';
import { useIsLive } from '../../../live/connection.ts';
import { useFictionalLabel } from '../../../people/fictional-label.ts';
import { usePriceText } from '../price-text.ts';
import { OutboxItem } from './outbox-item.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { isPassed, sumOf } from './refused-entry.ts';
import { useOutboxEntries } from './use-outbox.ts';

/** All messages in the outbox by recipient, in sending order, with price and actions. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const entries = useOutboxEntries();
  const isLive = useIsLive();
  const fictional = useFictionalLabel();
  const { noteEdited, close, question } = useAskedFirst(onClose);
  // A deleted message takes its buttons along, so the next message or the empty text gets the focus.
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place);
  const unsaved = entries.filter((entry) => entry.isUnsaved).length;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t`Waiting to be sent`}
      closeLabel={t`Close`}
      narrow="full"
      footer={entries.length > 0 && <Total entries={entries} onClose={close} />}
    >
      <div ref={place} tabIndex={-1} className="outline-none">
        {entries.length === 0 ? (
          <EmptyState drawing="mail" title={t`Nothing is waiting`}>
            <Trans>Messages you write while offline wait here.</Trans>
          </EmptyState>
        ) : (
          <div className="grid gap-4">
            {!isLive && (
              <p className="text-ink-2">
                <Trans>
                  These will be sent automatically once you’re back online, to each person in this order.
                </Trans>
              </p>
            )}
            {unsaved > 0 && (
              <p role="status" className="rounded-card bg-amber-soft px-4 py-3">
                <Trans>
                  Your browser can’t store anything right now. Keep this page open until everything is sent,
                  or these messages will be lost.
                </Trans>
              </p>
            )}
            {byConversation(entries).map(([conversation, ofOne]) => (
              <Fragment key={conversation}>
                <h3 className="-mb-3 flex flex-wrap items-center gap-2 font-semibold">
                  <span>
                    <Trans>
                      To <bdi>{ofOne[0]?.name}</bdi>
                    </Trans>
                  </span>
                  {ofOne.some((entry) => entry.fictionalConfirmed) && (
                    <FictionalChip>{fictional}</FictionalChip>
                  )}
                </h3>
                <ul className="grid divide-y divide-line border-y border-line">
                  {ofOne.map((entry) => (
                    <OutboxItem
                      key={entry.key}
                      entry={entry}
                      isLive={isLive}
                      isFirst={entry === ofOne.find((one) => !isPassed(one))}
                      onEdited={noteEdited}
                    />
                  ))}
                </ul>
              </Fragment>
            ))}
          </div>
        )}
      </div>
      {question}
    </Dialog>
  );
}

/**
 * Asks before an edit is lost. `question` shows when the dialog closes or a link or Back leaves the page; before a
 * reload the browser asks.
 */
function useAskedFirst(onClose: () => void) {
  /** Keys of messages with unsaved edits. */
  const [edited, setEdited] = useState<readonly string[]>([]);
  const [isClosing, setClosing] = useState(false);
  const isEdited = edited.length > 0;
  // A member signed out meanwhile has nothing to lose.
  const mustAsk = () => isEdited && wasSignedIn() && !isGoing();
  const way = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  const { status, proceed } = way;
  // The edited message was sent or deleted meanwhile, so there is nothing to ask.
  useEffect(() => {
    if (isEdited) return;
    setClosing(false);
    proceed?.();
  }, [isEdited, proceed]);
  const stay = () => {
    setClosing(false);
    way.reset?.();
  };
  const leave = () => {
    onClose();
    proceed?.();
  };
  return {
    noteEdited: (key: string, is: boolean) =>
      setEdited((now) => [...now.filter((one) => one !== key), ...(is ? [key] : [])]),
    close: () => (isEdited ? setClosing(true) : onClose()),
    question: isEdited && (isClosing || status === 'blocked') && (
      <EditedDialog onStay={stay} onLeave={leave} />
    ),
  };
}

/** Asks before closing during an edit, because leaving loses the new text. */
function EditedDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title={t`Close without saving?`}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onLeave}>
            <Trans>Don’t save</Trans>
          </Button>
          <Button variant="primary" onPress={onStay}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Your changes aren’t saved yet. If you don’t save them, the message stays as it was.</Trans>
      </p>
    </Dialog>
  );
}

/** Total price of the messages that will go out, and the balance. */
function Total({ entries, onClose }: { entries: readonly OutboxEntry[]; onClose: () => void }) {
  const words = usePriceText();
  const me = useMember();
  const { credits } = me;
  const total = sumOf(entries);
  const price = total !== undefined && words.price(total);
  const isShort = total !== undefined && spendable(me) < total;
  const balance = plural(credits, { one: '# credit', other: '# credits' });
  return (
    <>
      <Button onPress={onClose}>
        <Trans>Close</Trans>
      </Button>
      {isShort && (
        <Button variant="primary" href="/credits">
          <Trans>Get credits</Trans>
        </Button>
      )}
      <p className="my-auto grow sm:order-first">
        {price && (
          <strong className="block font-semibold">
            <Trans>Total: {price}</Trans>
          </strong>
        )}
        <span className={isShort ? 'text-sm text-danger' : 'text-sm text-ink-2'}>
          <Trans>Your balance: {balance}</Trans>
        </span>
      </p>
    </>
  );
}

/** Entries by conversation, the one that waits longest first. */
function byConversation(entries: readonly OutboxEntry[]): [string, OutboxEntry[]][] {
  return [...Map.groupBy(entries, ({ conversation }) => conversation)];
}

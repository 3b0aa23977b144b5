import { cleanText, isBlank, messageLength } from '@heartline/domain';
import { Button, showToast, TextArea } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useSettings } from '../../../client/session.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { PreviewText, usePreviewLine } from '../content/preview-text.tsx';
import { putBack } from '../drafts.ts';
import { EntryButton } from '../entry-button.tsx';
import { EntryActions, HeldNote } from '../failed-note.tsx';
import { usePriceText } from '../price-text.ts';
import { isDecidable } from './outbox-order.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { priceOf } from './refused-entry.ts';
import { textExcerpt } from './text-excerpt.ts';
import { outbox, outboxEntries, wasSent } from './use-outbox.ts';
import { useReason } from './use-reason.ts';

interface OutboxItemProps {
  entry: OutboxEntry;
  isLive: boolean;
  /** No message of its conversation goes out before it. */
  isFirst: boolean;
  /** Called when the text differs from the stored one, and when it no longer does. */
  onEdited?: ((key: string, isEdited: boolean) => void) | undefined;
}

/** One message in the outbox: text, price, state and actions. */
export function OutboxItem({ entry, isLive, isFirst, onEdited }: OutboxItemProps) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, noteEdited] = useState(false);
  const { price } = usePriceText();
  const about = useAbout(entry);
  const canDecide = isDecidable(entry);
  // A message being sent has lost the focus, and must not take it back if the send fails.
  if (wasEdited && !canDecide) noteEdited(false);
  const onDone = () => {
    setEditing(false);
    noteEdited(true);
  };
  if (isEditing) return <EditItem entry={entry} onDone={onDone} onEdited={onEdited} />;
  return (
    <li tabIndex={-1} className="pt-3 pb-1">
      <div className="flex items-baseline gap-4">
        <p className="line-clamp-4 min-w-0 grow wrap-anywhere whitespace-pre-wrap" dir="auto">
          <PreviewText kind={entry.kind} text={entry.text} />
        </p>
        <span className="tabular shrink-0 text-sm text-ink-2">{price(priceOf(entry))}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <State entry={entry} isLive={isLive} isFirst={isFirst} />
        {canDecide && (
          <div className="-mr-3 ml-auto flex flex-wrap justify-end">
            <EntryButton
              label={t`Edit`}
              about={about}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes back to where it was: without, Escape closes nothing
              autoFocus={wasEdited}
              onPress={() => setEditing(true)}
            />
            <EntryActions entry={entry} about={about} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Names the message in each of its buttons: recipient and beginning of the text. */
function useAbout(entry: OutboxEntry): string {
  const { t } = useLingui();
  const line = usePreviewLine();
  return `${t`Message to ${entry.name}`}, ${textExcerpt(line(entry.kind, entry.text))}`;
}

function State({ entry, isLive, isFirst }: Pick<OutboxItemProps, 'entry' | 'isLive' | 'isFirst'>) {
  const reasonFor = useReason();
  const { state, name } = entry;
  if (state !== 'waiting') {
    const { code, words } = reasonFor(entry, name);
    return (
      <div className="min-w-0 grow basis-60 text-sm">
        <p className="text-danger">{words}</p>
        {state === 'held' && <HeldNote code={code} />}
      </div>
    );
  }
  return (
    <p className="min-h-11 content-center text-sm text-ink-2">
      {entry.isTried ? (
        <Trans>On its way, may have arrived</Trans>
      ) : (
        <WaitsFor isLive={isLive} isFirst={isFirst} />
      )}
    </p>
  );
}

function WaitsFor({ isLive, isFirst }: Pick<OutboxItemProps, 'isLive' | 'isFirst'>) {
  if (!isLive) return <Trans>Waiting for a connection</Trans>;
  return isFirst ? <Trans>Sending</Trans> : <Trans>Waiting for the one before it</Trans>;
}

interface EditItemProps extends Pick<OutboxItemProps, 'entry' | 'onEdited'> {
  onDone: () => void;
}

const isHere = (entry: OutboxEntry) => outboxEntries().some(({ key }) => key === entry.key);

/** Editor for a message that was not sent yet. */
function EditItem({ entry, onDone, onEdited }: EditItemProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [text, setText] = useState(entry.text);
  const isEdited = cleanText(text) !== entry.text;
  const { message_length: limit } = useSettings();
  const isTooLong = messageLength(cleanText(text), limit) > limit;
  /** A photo or a gift may have no text. */
  const isWordless = entry.photo !== undefined || entry.gift !== undefined;
  const isPutBack = useRef(false);
  /** The message was sent or deleted meanwhile. Puts the new text into the message field, once. */
  const tooLate = () => {
    if (isPutBack.current) return;
    isPutBack.current = true;
    const isDeleted = !isHere(entry) && !wasSent(entry);
    const title = isDeleted ? t`It was deleted in another tab` : t`It’s already on its way`;
    const stored = isEdited ? text : '';
    void showToast({
      title,
      description: stored && t`Your edited text is in the message field.`,
      tone: 'error',
    });
    putBack(entry.member, entry.conversation, stored);
  };
  const save = async () => {
    if (!(await outbox.edit(entry.key, cleanText(text)))) tooLate();
    onDone();
  };
  const leave = useEffectEvent(() => {
    if (wasSignedIn() && !isHere(entry) && isEdited) tooLate();
  });
  useEffect(() => () => leave(), []);
  const noteEdited = useEffectEvent((is: boolean) => onEdited?.(entry.key, is));
  useEffect(() => {
    if (!isEdited) return undefined;
    noteEdited(true);
    return () => noteEdited(false);
  }, [isEdited]);
  const field = useRef<HTMLTextAreaElement>(null);
  // The caret starts at the end.
  useEffect(() => field.current?.setSelectionRange(entry.text.length, entry.text.length), [entry.text]);
  return (
    <li className="grid gap-2 py-3">
      <TextArea
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          // Closes the editor but not the dialog, neither by its own key handler nor by the browser's close watcher.
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }}
        label={t`Message to ${entry.name}`}
        value={text}
        onChange={setText}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the member to write in
        autoFocus
        errorMessage={isTooLong ? errorTextOf({ code: 'MESSAGE_TOO_LONG', values: { limit } }) : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          size="sm"
          variant="primary"
          isDisabled={(isBlank(text) && !isWordless) || isTooLong}
          onPress={() => void save()}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </li>
  );
}

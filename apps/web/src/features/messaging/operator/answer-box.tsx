import { type InputOf, type Message, postAnswer, typeAnswer } from '@heartline/contracts';
import { cleanText, isBlank } from '@heartline/domain';
import { Button, Composer, isOfInputMethod } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../client/api.ts';
import { LengthCounter } from '../composer/length-counter.tsx';
import { typedOn } from '../composer/typed-on.ts';
import { begunAnswers, useBegun } from './begun.ts';
import { useInboxRefusal } from './inbox-refusal.ts';
import { SavedReplies } from './saved-replies.tsx';
import type { Opened } from './use-inbox.ts';

export interface AnswerBoxProps {
  opened: Opened;
  messageLength: number | undefined;
  /**
   * Number of messages taken back that the operator has seen, and the last row they see. The server refuses an answer
   * if more were taken back.
   */
  seen: Pick<InputOf<typeof postAnswer>, 'takenBack' | 'upTo'>;
  onTakenBack: () => void;
  onSent: (message: Message) => void;
  onLost: (number: number) => void;
  onReopen: () => void;
  /** Called when an answer sent with Ctrl+Enter is stored, to open the next conversation. */
  onAnswered: () => void;
  ref: Ref<HTMLTextAreaElement>;
}

/** Field in which an operator answers as the fictional profile. A failed send keeps its text and its key. */
export function AnswerBox(props: AnswerBoxProps) {
  const { opened, messageLength, ref } = props;
  const { t } = useLingui();
  const { value, setValue, send, isSending, fault } = useAnswer(props);
  const { profile, member } = opened.entry;
  const { name } = member;
  // The answer arrives after the key press, and the queue may have changed by then.
  const onAnswered = useRef(props.onAnswered);
  onAnswered.current = props.onAnswered;
  const onKeyDown = (event: KeyboardEvent) => {
    const isSendAndNext = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSendAndNext || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    void send().then((sent) => sent && onAnswered.current());
  };
  if (opened.ended) return <EndedNote ended={opened.ended} name={name} />;
  return (
    <div onKeyDownCapture={onKeyDown}>
      <Composer
        ref={ref}
        label={t`Answer ${member.name} as ${profile.name}`}
        placeholder={t`Write as ${profile.name}`}
        value={value}
        isBlank={isBlank(value)}
        onChange={setValue}
        onSend={() => void send()}
        sendLabel={isSending ? t`Sending` : t`Send`}
        tools={
          <SavedReplies
            conversation={opened.entry.conversation}
            profile={profile.name}
            text={value}
            onUse={(text) => setValue(isBlank(value) ? text : `${value.trimEnd()}\n${text}`)}
          />
        }
        aside={messageLength !== undefined && <LengthCounter text={value} limit={messageLength} />}
        sendBlockedReason={
          opened.isLost ? (
            <span className="flex flex-wrap items-center gap-2 text-danger">
              <Trans>This chat is no longer yours. Nothing was sent.</Trans>
              <Button size="sm" onPress={props.onReopen}>
                <Trans>Open it again</Trans>
              </Button>
            </span>
          ) : undefined
        }
        note={
          fault ? (
            <span className="text-danger">{fault}</span>
          ) : (
            <Trans>
              Free for {member.name}. They see that {profile.name} is fictional.
            </Trans>
          )
        }
      />
    </div>
  );
}

/**
 * Says why nothing can be answered. It takes the focus if the removed field had it, so that a screen reader reads it.
 */
function EndedNote({ ended, name }: { ended: NonNullable<Opened['ended']>; name: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus();
  }, []);
  return (
    <p
      ref={note}
      role="status"
      tabIndex={-1}
      className="shrink-0 border-t border-line px-5 py-4 text-center text-ink-2 outline-none"
    >
      {ended === 'gone' ? (
        <Trans>You can’t write to {name} any more.</Trans>
      ) : (
        <Trans>{name} took back what was waiting here. There’s nothing to answer.</Trans>
      )}
    </p>
  );
}

/** Members see “is writing” for six seconds. */
const TYPING_EVERY_MS = 4_000;

/** Sends one answer at a time. The same text after a failure has the same key, so the server stores it once. */
function useAnswer({ opened, seen, onTakenBack, onSent, onLost }: AnswerBoxProps) {
  const { conversation, member } = opened.entry;
  const words = useInboxRefusal();
  const [value, write] = useBegun(begunAnswers, conversation);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const busy = useRef(false);
  const typedAt = useRef(0);

  async function send(): Promise<boolean> {
    const text = cleanText(value);
    if (isBlank(text) || busy.current || opened.isLost) return false;
    busy.current = true;
    setSending(true);
    setFault('');
    const clientId = begunAnswers.keyFor(conversation, text);
    try {
      const { number } = opened.lease;
      const { message } = await call(postAnswer, { clientId, text, ...seen, conversation, number });
      begunAnswers.endTry(conversation);
      write(typedOn(begunAnswers.valueOf(conversation), value));
      onSent(message);
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'LEASE_LOST') onLost(opened.lease.number);
      if (code === 'MESSAGE_GONE') onTakenBack();
      if (code === 'SEND_EXPIRED' || code === 'KEY_REUSED') begunAnswers.endTry(conversation);
      setFault(words(error, member.name));
      return false;
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  const setValue = (text: string) => {
    write(text);
    setFault('');
    if (isBlank(text) || opened.isLost || Date.now() - typedAt.current < TYPING_EVERY_MS) return;
    typedAt.current = Date.now();
    const { entry, lease } = opened;
    // A lost typing event does no harm.
    call(typeAnswer, { conversation: entry.conversation, number: lease.number }).catch(() => undefined);
  };
  return { value, setValue, send, isSending, fault };
}

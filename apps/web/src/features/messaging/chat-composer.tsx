import { cleanText, isBlank } from '@heartline/domain';
import { Composer } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { memo, type RefObject, Suspense, useEffect, useRef } from 'react';
import { lazyComponent } from '../../client/lazy-component.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useMember, useSettings } from '../../client/session.ts';
import { useMessagePrice } from './before-writing/use-message-price.ts';
import { Attachments } from './composer/attachments.tsx';
import { BalanceLine } from './composer/balance-line.tsx';
import { LengthCounter } from './composer/length-counter.tsx';
import { useReplyStrip } from './composer/reply-strip.tsx';
import { typedOn } from './composer/typed-on.ts';
import { useAnswerQuoted } from './composer/use-answer-quoted.ts';
import { useBlockedReason } from './composer/use-blocked-reason.tsx';
import { useGiftAsked } from './composer/use-gift-asked.ts';
import { useSend } from './composer/use-send.ts';
import { askForCredits } from './credits/credits-asked.ts';
import { useDraft } from './drafts.ts';
import { useEmoji } from './emoji/use-emoji.tsx';
import type { OpenerPerson } from './icebreaker/use-openers.ts';
import { usePriceText } from './price-text.ts';
import { endTyping, noteTyping } from './typing/typing.ts';

const Icebreaker = lazyComponent(() => import('./icebreaker/icebreaker.tsx'), 'Icebreaker');

const fictionalQuestion = () => import('./fictional-dialog.tsx');
const FictionalDialog = lazyOverlay(fictionalQuestion, 'FictionalDialog');

/** Characters that the field of a small phone shows in one line. A longer name appears in the bar alone. */
const PLACEHOLDER_LENGTH = 18;

interface ChatComposerProps {
  conversation: string;
  profile: OpenerPerson;
  /** Price of one message when the conversation was listed. */
  price: number;
  /** True when the conversation has no messages yet. */
  isNew: boolean;
  /** Credits left after the messages on their way are paid. */
  credits: number;
}

/**
 * Field for a message to one person, with places for the parts around it (`composer/`). A blocked send button always
 * shows its reason.
 */
export const ChatComposer = memo(function ChatComposer(props: ChatComposerProps) {
  const { conversation, profile, isNew, credits } = props;
  // Fetched after every message, because the price in the conversation list may be older.
  const price = useMessagePrice(profile.id)?.message_credits ?? props.price;
  const { t } = useLingui();
  const me = useMember();
  const { message_length: limit } = useSettings();
  const [text, setText, isMeant] = useDraft(me.id, conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const amount = usePriceText().price(price);
  const blocked = useBlockedReason({
    kind: 'text',
    text,
    name: profile.name,
    profile: profile.id,
  });
  const giftAsked = useGiftAsked();
  const isQuoting = useAnswerQuoted({ profile, field, setText });
  const { send, onceConfirmed, asking, willAsk } = useSend({ conversation, profile, credits });
  const reply = useReplyStrip({ conversation, name: profile.name, field });
  const emoji = useEmoji({ field, text, setText });
  const placeholder = t`Write to ${profile.name}`;
  useFocusOnArrival(field);
  useQuestionAtHand(willAsk);

  const onSend = () => {
    if (!isMeant()) return;
    send({ kind: 'text', text: cleanText(text), credits: price }, () => {
      // The confirmation may have interrupted the send. Text typed since then stays in the field.
      setText((now) => typedOn(now, text));
      endTyping(profile.id);
      const { current } = field;
      current?.focus();
      // An open confirmation dialog traps the focus until it closes.
      if (document.activeElement !== current) requestAnimationFrame(() => current?.focus());
    });
  };
  const onGetCredits = () => {
    if (!isBlank(text)) return onSend();
    onceConfirmed(() => askForCredits(conversation, { kind: 'text', text: null, credits: price }));
  };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-paper">
      <Suspense fallback={null}>
        {isNew && !giftAsked.isGiving && !isQuoting && (
          <Icebreaker
            text={text}
            isBlocked={blocked !== undefined}
            profile={profile}
            onChoose={(opener) => {
              setText(opener);
              // The dialog returns the focus to its opener first, so wait one frame.
              requestAnimationFrame(() => field.current?.focus());
            }}
          />
        )}
      </Suspense>
      <Composer
        ref={field}
        label={t`Message to ${profile.name}`}
        placeholder={placeholder.length > PLACEHOLDER_LENGTH ? t`Your message` : placeholder}
        value={text}
        isBlank={isBlank(text)}
        onChange={(next) => {
          setText(next);
          if (!isBlank(next)) noteTyping(profile.id);
        }}
        onSend={onSend}
        sendLabel={t`Send · ${amount}`}
        sendShortLabel={amount}
        sendBlockedReason={blocked}
        note={<BalanceLine {...{ price, credits, onGetCredits }} />}
        aside={<LengthCounter text={text} limit={limit} />}
        inside={emoji.button}
        tools={<Attachments {...{ conversation, profile, credits, giftAsked, send }} />}
        above={reply.strip}
        onEscape={reply.onEscape}
      />
      {emoji.drawer}
      <Suspense fallback={null}>
        {asking && (
          <FictionalDialog
            name={profile.name}
            credits={asking.credits}
            onClose={asking.giveUp}
            onConfirm={asking.confirm}
          />
        )}
      </Suspense>
    </div>
  );
});

/** Focuses the field on a device with a keyboard, unless the member already writes elsewhere. */
function useFocusOnArrival(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const isWriting = document.activeElement?.matches('input, textarea') ?? false;
    const { current } = field;
    if (!current || !matchMedia('(pointer: fine)').matches) return;
    // Continue a draft at its end; a new field puts the caret before the first letter.
    current.setSelectionRange(current.value.length, current.value.length);
    if (!isWriting) current.focus({ preventScroll: true });
  }, [field]);
}

/** Loads the dialog of the first message in advance, so that it also opens when the connection is lost by then. */
function useQuestionAtHand(isAsked: boolean) {
  useEffect(() => {
    if (isAsked) void fictionalQuestion().catch(() => undefined);
  }, [isAsked]);
}

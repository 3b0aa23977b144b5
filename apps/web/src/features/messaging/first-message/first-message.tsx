import type { Profile, ProfileCard } from '@heartline/contracts';
import { cleanText, isBlank } from '@heartline/domain';
import { Composer, Skeleton, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';
import { useMember, useSettings } from '../../../client/session.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { profileBeside } from '../../../people/profile-query.ts';
import { messagePriceQuery } from '../before-writing/use-message-price.ts';
import { useChats } from '../chats.ts';
import { LengthCounter } from '../composer/length-counter.tsx';
import { useBlockedReason } from '../composer/use-blocked-reason.tsx';
import { useSend } from '../composer/use-send.ts';
import { useCreditsLeft } from '../credits-left.ts';
import { saveDrafts, useDraft } from '../drafts.ts';
import { mayBegin } from '../icebreaker/may-begin.ts';
import { OpenerChips } from '../icebreaker/opener-chips.tsx';
import { isOwnText, type Opener, useOpeners } from '../icebreaker/use-openers.ts';
import { usePriceText } from '../price-text.ts';

const FictionalDialog = lazyOverlay(() => import('../fictional-dialog.tsx'), 'FictionalDialog');

interface FirstMessageProps {
  profile: ProfileCard;
  /** Runs once the outbox has the message. */
  onSent: () => void;
}

/**
 * Openers and a field to write to a match in its dialog. Empty where the chat says why nothing can be sent, or where
 * the chat's own field is below the dialog.
 */
export function FirstMessage({ profile, onSent }: FirstMessageProps) {
  const { data: whole, error } = useQuery(profileBeside('chat', profile.id));
  // An answer from before the match may say that a first message is refused.
  const asked = useQuery({ ...messagePriceQuery(profile.id), refetchOnMount: 'always' });
  const known = asked.isFetchedAfterMount ? asked.data : undefined;
  const { pathname } = useLocation();
  const isChatBelow = [`/members/${profile.id}/chat`, `/chats/${whole?.conversation}`].some((path) =>
    pathname.endsWith(path),
  );
  if (error || asked.error || isChatBelow) return null;
  if (!whole || !known) return <Skeleton className="my-4 h-40 w-full" />;
  if (!mayBegin(known)) return null;
  return <Field profile={whole} price={known.message_credits} onSent={onSent} />;
}

interface FieldProps {
  profile: Profile;
  price: number;
  onSent: () => void;
}

/** The text is the draft of the chat, so words that were not sent are found there. */
function Field({ profile, price, onSent }: FieldProps) {
  const { t } = useLingui();
  const me = useMember();
  const { id, name, conversation } = profile;
  const { message_length: limit } = useSettings();
  const [text, setText, isMeant] = useDraft(me.id, conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const isSent = useRef(false);
  const { credits } = useCreditsLeft();
  const amount = usePriceText().price(price);
  const openers = useOpenersOfNew(profile);
  const { send, asking } = useSend({ conversation, profile, credits });
  const noticeSent = useSentNotice(profile);
  const input = { kind: 'text', name, profile: id } as const;
  const cannot = useBlockedReason({ ...input, text: '' });
  const blocked = useBlockedReason({ ...input, text });
  // The chat has the sheet to get credits.
  if (cannot !== undefined || credits < price) return null;
  const onSend = () => {
    // A second press may come before the dialog is gone.
    if (!isMeant() || isSent.current) return;
    send({ kind: 'text', text: cleanText(text), credits: price }, () => {
      isSent.current = true;
      // Rendered and stored before the dialog closes: else the chat would offer the sent text again.
      flushSync(() => setText(''));
      saveDrafts();
      noticeSent();
      onSent();
    });
  };
  return (
    <div className="mt-4 grid w-full gap-1">
      <OpenerChips
        openers={isOwnText(text, openers) ? NONE : openers}
        isColumn
        onChoose={(opener) => {
          setText(opener);
          field.current?.focus();
        }}
      />
      <Composer
        ref={field}
        label={t`Message to ${profile.name}`}
        placeholder={t`Write to ${name}`}
        value={text}
        isBlank={isBlank(text)}
        onChange={setText}
        onSend={onSend}
        sendLabel={t`Send · ${amount}`}
        sendShortLabel={amount}
        sendBlockedReason={blocked}
        aside={<LengthCounter text={text} limit={limit} />}
      />
      <Suspense fallback={null}>
        {asking && (
          <FictionalDialog
            name={name}
            credits={asking.credits}
            onClose={asking.giveUp}
            onConfirm={asking.confirm}
          />
        )}
      </Suspense>
    </div>
  );
}

const OFFERED = 3;
const NONE: readonly Opener[] = [];

/** Openers for a chat without messages: what both share comes first. */
function useOpenersOfNew(profile: Profile): readonly Opener[] {
  const openers = useOpeners(profile);
  const hasChat = useChats()?.some((chat) => chat.profile.id === profile.id);
  return hasChat ? NONE : openers.slice(0, OFFERED);
}

function useSentNotice(profile: Profile): () => void {
  const { t } = useLingui();
  const { id } = profile;
  const name = useLabelledName()(profile);
  const navigate = useNavigate();
  return () =>
    void showToast({
      title: t`Your message to ${name} is on its way`,
      tone: 'success',
      action: {
        label: t`Open chat`,
        onPress: () => void navigate({ to: '/members/$id/chat', params: { id } }),
      },
    });
}

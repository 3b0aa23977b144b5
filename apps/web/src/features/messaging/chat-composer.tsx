import { graphemes } from '@heartline/domain';
import { Composer, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { useDraft } from './drafts.ts';
import { isFictionalConfirmed, rememberFictionalConfirmed } from './fictional-confirmation.ts';
import { baseOf } from './outbox/outbox.ts';
import { outbox, useOutboxEntries } from './outbox/use-outbox.ts';
import { usePriceWords } from './price-words.ts';

const FictionalDialog = lazy(async () => ({
  default: (await import('./fictional-dialog.tsx')).FictionalDialog,
}));

interface ChatComposerProps {
  conversation: string;
  profile: { id: string; name: string; fictional: boolean };
  /** What one message costs. */
  price: number;
  /** Keys of own messages that are stored: their price is off the balance already. */
  sentKeys: ReadonlySet<string>;
}

/** Where a message to one person is written, with its price and the balance; blocked only with the reason beside it. */
export function ChatComposer({ conversation, profile, price, sentKeys }: ChatComposerProps) {
  const { t } = useLingui();
  const me = useMember();
  const [text, setText] = useDraft(me.id, conversation);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const words = usePriceWords();
  const amount = words.price(price);
  const credits = useFreeCredits(sentKeys);
  const blocked = useBlockedReason({ text, name: profile.name, isCovered: credits >= price });
  useFocusOnArrival(field);

  const send = (fictionalConfirmed: boolean) => {
    const draft = {
      profile: profile.id,
      conversation,
      text: text.trim(),
      credits: price,
      fictionalConfirmed,
    };
    setText('');
    void outbox.add(draft);
    field.current?.focus();
  };
  const onSend = () => {
    if (profile.fictional && !isFictionalConfirmed(me.id)) setAsking(true);
    else send(profile.fictional);
  };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-paper">
      <Composer
        ref={field}
        label={t`Message to ${profile.name}`}
        placeholder={t`Write to ${profile.name}`}
        value={text}
        onChange={setText}
        onSend={onSend}
        sendLabel={t`Send · ${amount}`}
        sendShortLabel={amount}
        sendBlockedReason={blocked}
        note={price > 0 ? words.balance(credits) : t`Messages to ${profile.name} are free.`}
      />
      <Suspense fallback={null}>
        {isAsking && (
          <FictionalDialog
            name={profile.name}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              rememberFictionalConfirmed(me.id);
              setAsking(false);
              send(true);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Credits that nothing on its way will use. */
function useFreeCredits(sentKeys: ReadonlySet<string>): number {
  const { credits } = useMember();
  const entries = useOutboxEntries();
  const spoken = entries
    .filter((entry) => entry.state === 'waiting' && !sentKeys.has(baseOf(entry.clientId)))
    .reduce((sum, entry) => sum + entry.credits, 0);
  return Math.max(0, credits - spoken);
}

interface BlockedInput {
  text: string;
  name: string;
  isCovered: boolean;
}

function useBlockedReason({ text, name, isCovered }: BlockedInput) {
  const say = useErrorMessage();
  const { message_length: limit } = useSettings();
  if (!isCovered) {
    return (
      <span className="text-danger">
        {say({ code: 'NOT_ENOUGH_CREDITS', values: { name } })}{' '}
        <TextLink href="/credits" className="target font-semibold">
          <Trans>Get credits</Trans>
        </TextLink>
      </span>
    );
  }
  if (text.length > limit && graphemes(text.trim()) > limit) {
    return <span className="text-danger">{say({ code: 'MESSAGE_TOO_LONG', values: { limit } })}</span>;
  }
  return undefined;
}

/** On a device with a keyboard of its own the member can write at once. */
function useFocusOnArrival(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}

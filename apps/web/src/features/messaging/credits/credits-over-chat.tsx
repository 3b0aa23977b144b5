import type { ProfileCard } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useMember } from '../../../client/session.ts';
import { useSlots } from '../../../client/slots.tsx';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { useBlockedReason } from '../composer/use-blocked-reason.tsx';
import { PreviewText } from '../content/preview-text.tsx';
import { isDraftStill, saveDrafts } from '../drafts.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { usePriceText } from '../price-text.ts';
import { type CreditsAsked, closeCredits, isAskedStill, useCreditsAsked } from './credits-asked.ts';

interface CreditsOverChatProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Credits that are not reserved. */
  credits: number;
  /** They have written before. */
  isReply: boolean;
}

/** The sheet to get credits over a conversation, while it is asked for. */
export function CreditsOverChat(props: CreditsOverChatProps) {
  const { conversation } = props;
  const asked = useCreditsAsked(conversation);
  // Left by a link of the sheet, the chat opens without it the next time.
  useEffect(() => () => closeCredits(conversation), [conversation]);
  return asked ? <Sheet {...props} asked={asked} /> : null;
}

function Sheet({
  conversation,
  profile,
  credits,
  isReply,
  asked,
}: CreditsOverChatProps & { asked: CreditsAsked }) {
  const { t } = useLingui();
  const { CreditsSheet } = useSlots();
  const me = useMember();
  const { id } = profile;
  const name = useLabelledName()(profile);
  const blocked = useBlockedReason({
    kind: asked.kind,
    text: '',
    name: profile.name,
    price: asked.credits,
    profile: id,
  });
  const left = useRef<Promise<void>>(undefined);
  const close = () => closeCredits(conversation);
  const hold = async () => {
    const { message, kind, text } = asked;
    if (!message || !isAskedStill(conversation, asked)) return;
    // Another tab may have sent the same draft meanwhile.
    if (kind === 'text' && !isDraftStill(me.id, conversation, text ?? '')) return;
    if (!(await outbox.hold(message.draft, me.id, message.key))) return;
    // The chat was left meanwhile, and its field keeps the text.
    if (!isAskedStill(conversation, asked)) return void (await outbox.discard(message.key));
    // Rendered and stored at once: the page goes to the provider next, and the text must not come back with it.
    flushSync(message.onLeft);
    saveDrafts();
  };
  // A second press of the button opens the same payment, and must not leave the page before the message is stored.
  const leave = async () => {
    await (left.current ??= hold());
    return isAskedStill(conversation, asked);
  };
  return (
    <CreditsSheet
      title={isReply ? t`Get credits to reply to ${name}` : t`Get credits to write to ${name}`}
      missing={asked.credits - credits}
      blocked={blocked}
      afterwards={asked.text !== null && t`Your message will be sent once your credits arrive.`}
      onOpened={leave}
      onClose={close}
    >
      <WhatFor asked={asked} credits={credits} name={profile.name} />
    </CreditsSheet>
  );
}

/** The message that waits for credits, or what one costs. */
function WhatFor({
  asked: { kind, text, credits: price },
  credits,
  name,
}: {
  asked: CreditsAsked;
  credits: number;
  name: string;
}) {
  const { t } = useLingui();
  const words = usePriceText();
  const errorTextOf = useErrorMessage();
  const balance = words.balance(credits);
  const amount = words.price(price);
  if (text === null) {
    return (
      <p className="text-sm text-ink-2">
        {balance}. {t`Each message costs ${amount}.`}
      </p>
    );
  }
  return (
    <>
      <p className="text-sm text-ink-2">
        {errorTextOf({ code: 'NOT_ENOUGH_CREDITS', values: { name } })} {balance}. {t`It costs ${amount}.`}
      </p>
      <p
        dir="auto"
        className="mt-3 ml-auto line-clamp-2 w-fit max-w-[85%] rounded-card rounded-br-md bg-pulse-soft px-3.5 py-2 wrap-anywhere whitespace-pre-wrap"
      >
        <PreviewText kind={kind} text={text} />
      </p>
    </>
  );
}

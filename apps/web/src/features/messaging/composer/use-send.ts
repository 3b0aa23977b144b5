import { useState } from 'react';
import { useMember } from '../../../client/session.ts';
import { askForCredits } from '../credits/credits-asked.ts';
import { rememberFictionalConfirmed, useFictionalConfirmed } from '../fictional-confirmation.ts';
import type { Draft } from '../outbox/outbox.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { endReply, useReply } from '../reply.ts';

/** A message without what its conversation determines. */
export type Outgoing = Omit<Draft, 'profile' | 'name' | 'conversation' | 'fictionalConfirmed' | 'quote'>;

interface Asking {
  /** Price of the message that waits for the confirmation; null if there is none yet, but credits to get. */
  credits: number | null;
  confirm: () => void;
  giveUp: () => void;
}

/**
 * Sends messages of any kind to one member, as an answer to the quoted message if there is one. A fictional profile
 * needs one confirmation: `willAsk` predicts it, `asking` is set meanwhile, `onceConfirmed` asks it before credits are
 * got. A message that the credits do not cover opens the sheet to get some, and `onSent` runs once the outbox has one.
 */
export function useSend(to: {
  conversation: string;
  profile: { id: string; name: string; fictional: boolean };
  /** Credits that are not reserved. */
  credits: number;
}): {
  send: (outgoing: Outgoing, onSent: () => void) => void;
  onceConfirmed: (go: () => void) => void;
  asking: Asking | null;
  willAsk: boolean;
} {
  const me = useMember();
  const [waiting, setWaiting] = useState<{ credits: number | null; go: () => void } | null>(null);
  const { conversation, profile } = to;
  const quote = useReply(me.id, conversation);
  const isConfirmed = useFictionalConfirmed(profile.id);
  const mustAsk = () => profile.fictional && !isConfirmed();
  const onceConfirmed = (go: () => void, credits: number | null = null) => {
    if (mustAsk()) setWaiting({ credits, go });
    else go();
  };
  const send = (outgoing: Outgoing, onSent: () => void) => {
    const go = () => {
      const { id, name, fictional } = profile;
      const answer = { ...outgoing, ...(quote && { quote }) };
      const draft = { ...answer, profile: id, name, conversation, fictionalConfirmed: fictional };
      const onLeft = () => {
        endReply(me.id, conversation);
        onSent();
      };
      if (to.credits < outgoing.credits) {
        const { kind, text, credits } = outgoing;
        const message = { draft, key: crypto.randomUUID(), onLeft };
        askForCredits(conversation, { kind, text, credits, message });
        return;
      }
      void outbox.add(draft, me.id);
      onLeft();
    };
    onceConfirmed(go, outgoing.credits);
  };
  const asking = waiting && {
    credits: waiting.credits,
    confirm: () => {
      rememberFictionalConfirmed(me.id);
      setWaiting(null);
      waiting.go();
    },
    giveUp: () => setWaiting(null),
  };
  return { send, onceConfirmed, asking, willAsk: mustAsk() };
}

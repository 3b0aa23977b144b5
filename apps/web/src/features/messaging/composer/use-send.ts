import { useState } from 'react';
import { useMember } from '../../../client/session.ts';
import { rememberFictionalConfirmed, useFictionalConfirmed } from '../fictional-confirmation.ts';
import type { Draft } from '../outbox/outbox.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { endReply, useReply } from '../reply.ts';

/** What is sent, without what follows from where it is sent, and from what is being answered there. */
export type Outgoing = Omit<Draft, 'profile' | 'name' | 'conversation' | 'fictionalConfirmed' | 'quote'>;

interface Asking {
  /** What is sent once they confirm costs this. */
  credits: number;
  confirm: () => void;
  giveUp: () => void;
}

/**
 * Puts a message of any kind on its way to one person, as the answer to what stands over the field, if anything. Before
 * the first one to a fictional profile the member is asked (`asking`), which is known before (`willAsk`), and nothing is
 * sent until they confirmed. `onSent` runs once it is in the outbox’s hands.
 */
export function useSend(to: {
  conversation: string;
  profile: { id: string; name: string; fictional: boolean };
}): {
  send: (outgoing: Outgoing, onSent: () => void) => void;
  asking: Asking | null;
  willAsk: boolean;
} {
  const me = useMember();
  const [waiting, setWaiting] = useState<{ credits: number; go: () => void } | null>(null);
  const { conversation, profile } = to;
  const quote = useReply(me.id, conversation);
  const isConfirmed = useFictionalConfirmed(profile.id);
  const mustAsk = () => profile.fictional && !isConfirmed();
  const send = (outgoing: Outgoing, onSent: () => void) => {
    const go = () => {
      const { id, name, fictional } = profile;
      const answer = { ...outgoing, ...(quote && { quote }) };
      void outbox.add({ ...answer, profile: id, name, conversation, fictionalConfirmed: fictional }, me.id);
      endReply(me.id, conversation);
      onSent();
    };
    if (mustAsk()) setWaiting({ credits: outgoing.credits, go });
    else go();
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
  return { send, asking, willAsk: mustAsk() };
}

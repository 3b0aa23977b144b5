import type { ProfileCard } from '@heartline/contracts';
import type { Outgoing } from './use-send.ts';

export interface AttachmentsProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Credits nothing else will use. */
  credits: number;
  /** Puts it on its way; `onSent` runs once it is in the outbox’s hands. */
  send: (outgoing: Outgoing, onSent: () => void) => void;
}

/** Left of the field: what else than words can be sent. */
export function Attachments(_props: AttachmentsProps) {
  return null;
}

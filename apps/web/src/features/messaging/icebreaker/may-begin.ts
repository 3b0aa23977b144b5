import type { getMessagePrice, OutputOf } from '@heartline/contracts';

type Known = OutputOf<typeof getMessagePrice>;

/** True if a first message is accepted and within the free conversations. */
export const mayBegin = ({
  may_open: mayOpen,
  starts_conversation: starts,
  conversations_left: left,
}: Known): boolean => mayOpen && !(starts && left === 0);

import { msg } from '@lingui/core/macro';
import { Reply } from 'lucide-react';
import { startReply } from '../reply.ts';
import type { MessageAction } from './message-action.ts';

/** Quotes a message in the next message. */
export const reply: MessageAction = {
  id: 'reply',
  label: () => msg`Reply`,
  icon: <Reply className="size-5" aria-hidden />,
  isFor: (row) => row.message !== undefined && row.message.gone === undefined,
  run(row, { conversation, me }) {
    if (row.message) startReply(me, conversation, row.message);
  },
};

import { msg } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import { isKnownRead, takeBack } from '../undo/take-back.ts';
import type { MessageAction } from './message-action.ts';
import { wasFree } from './was-free.ts';

/**
 * Takes an own message back with its credits, unless it is known to be read; the server decides. Photos can be taken
 * back later too, in `recall-photo.tsx`.
 */
export const takeBackAction: MessageAction = {
  id: 'take-back',
  label: (row, context) => (wasFree(row, context) ? msg`Take back` : msg`Take back, credits returned`),
  icon: <Undo2 className="size-5" aria-hidden />,
  isFor: (row) =>
    row.isOwn &&
    row.message !== undefined &&
    row.message.kind !== 'photo' &&
    row.message.gone === undefined &&
    row.state !== 'read' &&
    !isKnownRead(row.message),
  run(row, { conversation }) {
    if (row.message) void takeBack(conversation, row.message.seq);
  },
  isDanger: true,
  startsGroup: true,
};

import { msg } from '@lingui/core/macro';
import { Flag } from 'lucide-react';
import { askSafety } from '../../../client/safety-request.ts';
import type { MessageAction } from './message-action.ts';

/** Reports who wrote a message; which of their messages it is about is chosen there. */
export const report: MessageAction = {
  id: 'report',
  label: (_row, { profile: { name } }) => msg`Report ${name}`,
  icon: <Flag className="size-5" aria-hidden />,
  isFor: (row) => !row.isOwn,
  run: (_row, { profile }) => askSafety({ kind: 'report', person: profile }),
  startsGroup: true,
};

import { msg } from '@lingui/core/macro';
import { Flag } from 'lucide-react';
import { askSafety } from '../../../client/safety-request.ts';
import type { MessageAction } from './message-action.ts';

/** Reports a message of the other member; other reasons can be chosen in the dialog. */
export const report: MessageAction = {
  id: 'report',
  label: () => msg`Report this message`,
  icon: <Flag className="size-5" aria-hidden />,
  isFor: (row) => !row.isOwn,
  run: ({ message }, { profile }) => askSafety({ kind: 'report', person: profile, message }),
  startsGroup: true,
};

import { recallChatPhoto } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ImageOff } from 'lucide-react';
import { call } from '../../../client/api.ts';
import { errorText } from '../../../client/error-message.ts';
import type { MessageAction } from './message-action.ts';
import { wasFree } from './was-free.ts';

/**
 * Takes an own photo back at any time, and the server deletes it. The label says as far as known here whether its
 * credits come back; the server says it afterwards.
 */
export const recallPhoto: MessageAction = {
  id: 'recall-photo',
  label(row, context) {
    if (wasFree(row, context)) return msg`Take back photo`;
    return row.state === 'read'
      ? msg`Take back photo; credits aren’t returned`
      : msg`Take back photo, credits returned if unread`;
  },
  icon: <ImageOff className="size-5" aria-hidden />,
  isFor: (row) => row.isOwn && row.message?.kind === 'photo' && row.message.gone === undefined,
  run(row, context) {
    const seq = row.message?.seq;
    if (seq === undefined) return;
    call(recallChatPhoto, { conversation: context.conversation, seq }).then(
      ({ returned }) =>
        void showToast({
          title: i18n._(wasFree(row, context) ? msg`Photo taken back` : doneWords(returned)),
        }),
      (error: unknown) => void showToast({ title: errorText(i18n, error), tone: 'error' }),
    );
  },
  isDanger: true,
  startsGroup: true,
};

const doneWords = (returned: boolean) =>
  returned ? msg`Photo taken back, credits returned` : msg`Photo taken back. The credits aren’t returned.`;

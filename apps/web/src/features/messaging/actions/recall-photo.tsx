import { recallChatPhoto } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ImageOff } from 'lucide-react';
import { call } from '../../../client/api.ts';
import { errorWords } from '../../../client/error-message.ts';
import type { MessageAction } from './message-action.ts';

/** Takes an own photo back: nobody sees it any more, and the server deletes it. */
export const recallPhoto: MessageAction = {
  id: 'recall-photo',
  label: () => msg`Take the photo back`,
  icon: <ImageOff className="size-5" aria-hidden />,
  isFor: (row) => row.isOwn && row.message?.kind === 'photo' && row.message.gone === undefined,
  run(row, { conversation }) {
    const seq = row.message?.seq;
    if (seq === undefined) return;
    call(recallChatPhoto, { conversation, seq }).then(
      () => void showToast({ title: i18n._(msg`Your photo is deleted`) }),
      (error: unknown) => void showToast({ title: errorWords(i18n, error), tone: 'error' }),
    );
  },
  isDanger: true,
  startsGroup: true,
};

import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import type { MessageAction } from './message-action.ts';

/** Copies the text of a message. */
export const copyText: MessageAction = {
  id: 'copy',
  label: () => msg`Copy text`,
  icon: <Copy className="size-5" aria-hidden />,
  isFor: (row) => row.text !== '' && row.message?.gone === undefined,
  run(row) {
    navigator.clipboard.writeText(row.text).then(
      () => void showToast({ title: i18n._(msg`Copied`) }),
      () => void showToast({ title: i18n._(msg`Your browser blocked copying`), tone: 'error' }),
    );
  },
};

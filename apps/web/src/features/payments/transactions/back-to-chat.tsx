import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { chatOfPurchase } from '../../../client/last-chat.ts';
import { useMember } from '../../../client/session.ts';
import type { Payment } from './payment-view.ts';

/** Back to the chat over which this payment was opened; nothing for other payments. */
export function BackToChat({ payment: { id } }: { payment: Payment }) {
  const { id: me } = useMember();
  const chat = chatOfPurchase(me, id);
  const name = chat?.name;
  if (!chat) return null;
  return (
    <Button href={chat.path}>
      <Trans>
        Back to <bdi>{name}</bdi>
      </Trans>
    </Button>
  );
}

import { setReceipts } from '@heartline/contracts';
import { Switch, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Messages } from '../../../live/apply/messages.ts';
import { RECEIPTS_OFF, withReceipts } from '../../../live/apply/signs.ts';
import { messagesQuery } from '../messages-query.ts';

/** Switch for read receipts, which work once both members turned them on. Describes the state of both. */
export function ReceiptsSwitch({ conversation, name }: { conversation: string; name: string }) {
  const { t } = useLingui();
  const { data } = useQuery(messagesQuery(conversation));
  const { mutate, isPending, variables } = useSetReceipts(conversation);
  const { own, other } = data?.receipts ?? RECEIPTS_OFF;
  const isStarted = (data?.lastSeq ?? 0) > 0;
  const isOn = isPending ? variables : own.on;
  const words = () => {
    if (!isStarted) return t`You can turn these on once one of you has written.`;
    if (isOn && other.on) return t`You and ${name} both see when messages are read.`;
    if (isOn) return t`They work once ${name} turns them on too.`;
    if (other.on) return t`${name} has them on. Turn them on to both see when messages are read.`;
    return t`Free. They work once you both turn them on.`;
  };
  return (
    <Switch
      label={t`Show when messages are read`}
      description={words()}
      value={isOn}
      isDisabled={!isStarted}
      onChange={(on) => mutate(on)}
    />
  );
}

function useSetReceipts(conversation: string) {
  const errorTextOf = useErrorMessage();
  return useMutation({
    // Runs one request at a time, so that the last press wins.
    scope: { id: `receipts:${conversation}` },
    mutationFn: (on: boolean) => call(setReceipts, { conversation, on }),
    onSuccess: (answer) => {
      queryClient.setQueryData<Messages>(
        keys.messages(conversation),
        (held) => held && withReceipts(held, answer),
      );
    },
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
}

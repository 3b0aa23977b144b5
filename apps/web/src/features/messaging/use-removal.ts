import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import type { RemovalRequest } from '../../client/removal-request.ts';
import { useLabelledName } from '../../people/fictional-word.ts';
import { removeChat, removedConversations, UNDO_MS, undoRemoval } from './remove-chat.ts';

/**
 * Removes a conversation at once, with a way back; a refusal is told as an alert and the list is loaded again (S4-022,
 * S4-023).
 */
export function useRemoval(): (request: RemovalRequest) => void {
  const { t } = useLingui();
  const say = useErrorMessage();
  const labelled = useLabelledName();
  return ({ conversation, person }) => {
    if (removedConversations().has(conversation)) return;
    const name = labelled(person);
    const decide = removeChat(conversation, {
      onDecided: () =>
        void notice.then(
          (close) => close(),
          () => {},
        ),
      onFailed: (error) =>
        void showToast({
          title: t`The conversation with ${name} could not be removed`,
          description: say(error),
          tone: 'error',
          isSticky: true,
        }),
    });
    const notice = showToast({
      title: t`Conversation with ${name} removed`,
      timeoutMs: UNDO_MS,
      action: { label: t`Undo`, onPress: () => undoRemoval(conversation) },
      onClose: decide,
    });
    // Where no notice can be shown nobody can undo it.
    notice.catch(decide);
  };
}

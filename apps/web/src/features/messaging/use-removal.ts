import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useErrorMessage } from '../../client/error-message.ts';
import type { RemovalRequest } from '../../client/removal-request.ts';
import { useLabelledName } from '../../people/fictional-label.ts';
import { showUndo } from '../../people/undo.ts';
import { LIST, useToList } from './from-list.ts';
import { removeChat, removedConversations, undoRemoval } from './remove-chat.ts';

/**
 * Removes a conversation at once, with an undo. If the server refuses, it shows an alert and the list is loaded again
 * (S4-022, S4-023).
 */
export function useRemoval(): (request: RemovalRequest, onUndone?: () => void) => void {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const labelled = useLabelledName();
  return ({ conversation, person }, onUndone) => {
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
          title: t`Couldn’t remove your chat with ${name}`,
          description: errorTextOf(error),
          tone: 'error',
          isSticky: true,
        }),
    });
    const notice = showUndo({
      title: t`Chat with ${name} removed`,
      onUndo: () => {
        undoRemoval(conversation);
        onUndone?.();
      },
      onClose: decide,
    });
    // Without a notification nothing could be undone, so decide at once.
    notice.catch(decide);
  };
}

/** The same for the open conversation: it leads to the list, and an undo there opens it again. */
export function useRemovalOfOpen(): (request: RemovalRequest) => void {
  const router = useRouter();
  const remove = useRemoval();
  const toList = useToList();
  return (request) => {
    remove(request, () => {
      if (router.latestLocation.pathname !== LIST) return;
      void router.navigate({ to: `${LIST}/${request.conversation}` });
    });
    toList();
  };
}

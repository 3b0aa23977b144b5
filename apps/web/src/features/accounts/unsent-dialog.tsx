import { Button, Dialog } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Unsent } from '../../client/unsent.ts';

/** Asks before a log-out that would delete messages or drafts: it erases the member's data from this browser. */
export function UnsentDialog(props: { unsent: Unsent; onClose: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  const { unsent, onClose, onLeave } = props;
  const { messages, drafts } = unsent;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Log out now?`}
      closeLabel={t`Close`}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onLeave}>
            <Trans>Log out anyway</Trans>
          </Button>
          <Button variant="primary" onPress={onClose}>
            <Trans>Stay logged in</Trans>
          </Button>
        </>
      }
    >
      {messages > 0 && (
        <p>
          <Plural
            value={messages}
            one="# message is still waiting to be sent. Logging out deletes everything of yours from this browser, including unsent messages. They haven’t cost anything."
            other="# messages are still waiting to be sent. Logging out deletes everything of yours from this browser, including unsent messages. They haven’t cost anything."
          />
        </p>
      )}
      {drafts > 0 && (
        <p className={messages > 0 ? 'mt-3' : undefined}>
          <Plural
            value={drafts}
            one="# draft you haven’t sent will be deleted."
            other="# drafts you haven’t sent will be deleted."
          />
        </p>
      )}
    </Dialog>
  );
}

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
            <Trans>Stay here</Trans>
          </Button>
        </>
      }
    >
      {messages > 0 && (
        <p>
          <Plural
            value={messages}
            one="# message is still waiting to be sent. Logging out takes everything of yours out of this browser, unsent messages too. They cost nothing."
            other="# messages are still waiting to be sent. Logging out takes everything of yours out of this browser, unsent messages too. They cost nothing."
          />
        </p>
      )}
      {drafts > 0 && (
        <p className={messages > 0 ? 'mt-3' : undefined}>
          <Plural
            value={drafts}
            one="# draft that you have not sent will be deleted."
            other="# drafts that you have not sent will be deleted."
          />
        </p>
      )}
    </Dialog>
  );
}

import { Button, Dialog } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';

/** Who logs out while messages wait is asked first: nothing of a member stays in a browser, so these would be lost. */
export function UnsentDialog(props: { unsent: number; onClose: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  const { unsent, onClose, onLeave } = props;
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
      <p>
        <Plural
          value={unsent}
          one="# message is still waiting to be sent. Logging out takes everything of yours out of this browser, unsent messages too. They cost nothing."
          other="# messages are still waiting to be sent. Logging out takes everything of yours out of this browser, unsent messages too. They cost nothing."
        />
      </p>
    </Dialog>
  );
}

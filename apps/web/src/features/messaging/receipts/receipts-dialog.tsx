import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptsSwitch } from './receipts-switch.tsx';

interface ReceiptsDialogProps {
  conversation: string;
  name: string;
  onClose: () => void;
}

/** Dialog for the read receipts of a conversation: explanation, state of both members, and the own switch. */
export function ReceiptsDialog({ conversation, name, onClose }: ReceiptsDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Read receipts`}
      size="sm"
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <ReceiptsSwitch conversation={conversation} name={name} />
    </Dialog>
  );
}

import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

/**
 * Asks before a dialog with unsent text closes. `close` is for the ways a dialog closes by mistake: Escape, Back, a
 * press outside and the cross. A "Cancel" button needs no question.
 */
export function useAskBeforeClosing(isWritten: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (isWritten ? setAsking(true) : onClose()),
    question: isAsking && <DiscardDialog onKeep={() => setAsking(false)} onDiscard={onClose} />,
  };
}

function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onKeep()}
      title={t`Discard your text?`}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="primary" onPress={onKeep}>
            <Trans>Keep writing</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You haven’t sent it yet.</Trans>
      </p>
    </Dialog>
  );
}

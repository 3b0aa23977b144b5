import { Dialog } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SignUpFlow } from './sign-up-flow.tsx';

/**
 * Sign-up as a dialog on wide screens. While it is in progress neither Escape nor a press outside closes it (S2); the
 * cross does, and the answers are kept.
 */
export function SignUpDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui();
  const [isComplete, setComplete] = useState(false);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Sign up`}
      isTitleHidden
      closeLabel={t`Close`}
      isDismissable={isComplete}
    >
      <SignUpFlow email={email} level={2} onComplete={() => setComplete(true)} />
    </Dialog>
  );
}

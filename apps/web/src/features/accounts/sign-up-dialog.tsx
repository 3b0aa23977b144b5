import { Dialog } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { SignUpCloses } from './log-in-link.tsx';
import { SignUpFlow, type SignUpPhase } from './sign-up-flow.tsx';

/**
 * Sign-up as a dialog on wide screens. While it is in progress, neither Escape nor a press outside closes it (S2-210,
 * S2-211); the cross does, and the answers are stored. Before the first answer and after the last nothing can be lost.
 */
export function SignUpDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui();
  const [isInProgress, setInProgress] = useState(email !== '');
  const [isSending, setSending] = useState(false);
  const follow = useCallback((phase: SignUpPhase, hasBegun: boolean) => {
    setInProgress(phase !== 'complete' && hasBegun);
    setSending(phase === 'sending');
  }, []);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Sign up`}
      isTitleHidden
      closeLabel={isSending ? undefined : t`Close`}
      isDismissable={!isInProgress}
    >
      <SignUpCloses value={onClose}>
        <SignUpFlow email={email} level={2} onPhase={follow} />
      </SignUpCloses>
    </Dialog>
  );
}

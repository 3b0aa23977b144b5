import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Kit } from '../lander-config.ts';

interface AnswerButtonProps {
  kit: Kit;
  children: ReactNode;
  isMain?: boolean;
  onPress: () => void;
  /** Leads there before the app has loaded. Default: the sign-up. */
  href?: string;
}

/** One answer to a question. Before the app has loaded it is a link. */
export function AnswerButton({ kit, children, isMain, onPress, href = '/signup' }: AnswerButtonProps) {
  return (
    <Button
      {...(kit.isLive ? { onPress } : { href })}
      variant={isMain ? 'primary' : 'quiet'}
      size="lg"
      className="min-w-44 max-sm:w-full"
    >
      {children}
    </Button>
  );
}

/** Buttons side by side, one below the other on phones. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">{children}</div>;
}

/** Leads to the next question. */
export function ContinueButton({ kit }: { kit: Kit }) {
  return (
    <div>
      <AnswerButton kit={kit} isMain onPress={kit.next}>
        <Trans>Continue</Trans>
      </AnswerButton>
    </div>
  );
}

import { isSignUpOpen } from '@heartline/domain';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { lazyComponent } from '../../client/lazy-component.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { storedTracking } from '../../client/tracking.ts';
import { SendingSteps } from './sending-steps.tsx';
import { SignUpClosed } from './sign-up-closed.tsx';
import { SignUpQuestions } from './sign-up-questions.tsx';
import { useWanted } from './sign-up-wanted.ts';
import { useSignUp } from './use-sign-up.ts';
import { useWizard } from './use-wizard.ts';

const loadCheckYourMail = () => import('./check-your-mail.tsx');
const CheckYourMail = lazyComponent(loadCheckYourMail, 'CheckYourMail');

export type SignUpPhase = 'asking' | 'sending' | 'push' | 'complete';

interface SignUpFlowProps {
  email: string;
  /** The member on whose page this sign-up began. */
  entry?: string | undefined;
  /** Runs when the phase changes, with whether leaving would lose or cancel something. */
  onPhase?: ((phase: SignUpPhase, hasBegun: boolean) => void) | undefined;
  /** Level of the question's heading: 1 on a page, 2 in a dialog with its own title. */
  level: 1 | 2;
}

/** Sign-up: steps 0 to 4, sending, the push question, and the last step that asks to confirm the e-mail (S2, S4). */
export function SignUpFlow({ email, entry, onPhase, level }: SignUpFlowProps) {
  const { signups } = useSettings();
  const [isOpen] = useState(() => isSignUpOpen(signups, storedTracking()));
  if (!isOpen) return <SignUpClosed level={level} />;
  return <OpenSignUp {...{ email, entry, onPhase, level }} />;
}

function OpenSignUp({ email, entry, onPhase, level }: SignUpFlowProps) {
  const { PushQuestion } = useSlots();
  const form = useSignUp(email, entry, useWanted());
  const wizard = useWizard(form);
  const { sending, answers } = form;
  const [isAsked, setAsked] = useState(false);
  const phase = phaseOf(sending, isAsked);
  const hasBegun = form.step > 0 || Boolean(answers.email || answers.name || answers.password);
  // In a layout effect, before the next press: a Back right after the first letter must not close the dialog.
  useLayoutEffect(() => onPhase?.(phase, hasBegun), [onPhase, phase, hasBegun]);
  useEffect(() => {
    // Preloaded: the network may be gone when it is needed.
    if (phase === 'sending') void loadCheckYourMail().catch(() => undefined);
  }, [phase]);
  if (phase === 'sending') return <SendingSteps name={answers.name} line={form.line} />;
  if (phase === 'asking') return <SignUpQuestions form={form} wizard={wizard} level={level} />;
  if (phase === 'push') return <PushQuestion level={level} onDone={() => setAsked(true)} />;
  return (
    <Suspense fallback={null}>
      <CheckYourMail
        email={sending.data?.email ?? ''}
        isPhotoLost={sending.data?.isPhotoLost ?? false}
        level={level}
      />
    </Suspense>
  );
}

function phaseOf(sending: { isPending: boolean; isSuccess: boolean }, isAsked: boolean): SignUpPhase {
  if (sending.isPending) return 'sending';
  if (!sending.isSuccess) return 'asking';
  return isAsked ? 'complete' : 'push';
}

import { Button, FormError, ProgressLine, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { CheckYourMail } from './check-your-mail.tsx';
import { SendingSteps } from './sending-steps.tsx';
import { SignUpFieldFor } from './sign-up-field.tsx';
import type { SignUpField } from './sign-up-rules.ts';
import { useSteps } from './sign-up-steps.ts';
import { useSignUp } from './use-sign-up.ts';

interface SignUpFlowProps {
  email: string;
  /** The account is made and the mail is on its way. */
  onComplete?: (() => void) | undefined;
  /** Level of the question's heading: 1 on a page, 2 in a dialog that has its own title. */
  level: 1 | 2;
}

/** Sign-up from the first question to "check your mail": one question a screen on phones, three screens on wide ones. */
export function SignUpFlow({ email, onComplete, level }: SignUpFlowProps) {
  const { signups } = useSettings();
  const form = useSignUp(email);
  const { sending, answers } = form;
  if (signups === 'closed') {
    return (
      <p className="py-8 text-center text-md">
        <Trans>Signing up is by invitation only.</Trans>
      </p>
    );
  }
  if (sending.data) return <CheckYourMail email={sending.data.email} level={level} />;
  if (sending.isPending) return <SendingSteps name={answers.name} />;
  return <Questions form={form} level={level} onComplete={onComplete} />;
}

interface QuestionsProps extends Pick<SignUpFlowProps, 'onComplete' | 'level'> {
  form: ReturnType<typeof useSignUp>;
}

function Questions({ form, level, onComplete }: QuestionsProps) {
  const { t } = useLingui();
  const steps = useSteps();
  const [at, setAt] = useState(() => firstOpenStep(steps, form));
  const place = useRef<HTMLFormElement>(null);
  const step = steps[Math.min(at, steps.length - 1)];
  const isLast = at >= steps.length - 1;
  const position = Math.min(at, steps.length - 1) + 1;
  useFocusOn(place, at);
  if (!step) return null;

  const goOn = async () => {
    const wrong = form.check(step.fields);
    if (wrong) {
      place.current?.querySelector<HTMLElement>('[aria-invalid], input')?.focus();
      return;
    }
    if (!isLast) {
      setAt(at + 1);
      return;
    }
    const stepOf = (field: string) => steps.findIndex((one) => one.fields.includes(field as SignUpField));
    await form.sending.mutateAsync().then(
      () => onComplete?.(),
      (error: unknown) => {
        const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
        const first = Math.min(...fields.map(stepOf).filter((index) => index >= 0));
        const isEmail = error instanceof ApiError && error.code.startsWith('EMAIL_');
        if (Number.isFinite(first) || isEmail) setAt(isEmail ? 0 : first);
      },
    );
  };

  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <form
      ref={place}
      noValidate
      className="flex grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void goOn();
      }}
    >
      <ProgressLine value={position} max={steps.length} label={t`Step ${position} of ${steps.length}`} />
      <Title className="title mt-6 mb-5 text-xl">{step.title}</Title>
      <div className="grid gap-3">
        {step.fields.map((field) => (
          <SignUpFieldFor key={field} field={field} form={form} isAlone={step.fields.length === 1} />
        ))}
      </div>
      <FormError>{form.sending.error && <Failure error={form.sending.error} />}</FormError>
      <div className="mt-6 flex gap-3">
        {at > 0 && (
          <Button
            variant="ghost"
            size="lg"
            onPress={() => setAt(at - 1)}
            icon={<ArrowLeft className="size-5" aria-hidden />}
          >
            {t`Back`}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" className="grow">
          {isLast ? t`Create my account` : t`Go on`}
        </Button>
      </div>
      {isLast && (
        <p className="mt-4 text-sm text-ink-2">
          <Trans>Signing up is free. Nothing is charged until you buy a credit pack yourself.</Trans>
        </p>
      )}
    </form>
  );
}

/** Why it was refused, and the way on where there is one. */
function Failure({ error }: { error: Error }): ReactNode {
  const say = useErrorMessage();
  const isTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN';
  return (
    <>
      {say(error)}{' '}
      {isTaken && (
        <TextLink href="/login">
          <Trans>Log in</Trans>
        </TextLink>
      )}
    </>
  );
}

/** After a reload: the first screen that still has a question open. */
function firstOpenStep(
  steps: ReturnType<typeof useSteps>,
  { answers }: ReturnType<typeof useSignUp>,
): number {
  const open = steps.findIndex((step) => step.fields.some((field) => !answers[field]));
  return open < 0 ? steps.length - 1 : open;
}

/** A new screen puts the cursor into its first field. */
function useFocusOn(place: React.RefObject<HTMLElement | null>, at: number) {
  useEffect(() => {
    if (at >= 0) place.current?.querySelector<HTMLElement>('input:not([type=radio]), select, input')?.focus();
  }, [place, at]);
}

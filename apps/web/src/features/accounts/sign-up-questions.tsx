import { Button, classNames, FormError, ProgressLine, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LocateButton } from './locate-button.tsx';
import { LogInLink } from './log-in-link.tsx';
import { SignUpFieldFor } from './sign-up-field.tsx';
import { SignUpPhotoField } from './sign-up-photo-field.tsx';
import { isRequired, type SignUpField } from './sign-up-rules.ts';
import { type SignUpScreen, useStepNames } from './sign-up-screens.ts';
import type { useSignUp } from './use-sign-up.ts';
import type { useWizard } from './use-wizard.ts';

interface QuestionsProps {
  form: ReturnType<typeof useSignUp>;
  wizard: ReturnType<typeof useWizard>;
  level: 1 | 2;
}

/** The questions, screen by screen. Phones show one question a screen, wide screens a whole step. */
export function SignUpQuestions({ form, wizard, level }: QuestionsProps) {
  const { t } = useLingui();
  const names = useStepNames();
  const place = useRef<HTMLFormElement>(null);
  const { screens, screen, at, goOn } = wizard;
  useFocusOn(place, at);
  const step = screen.step + 1;
  const total = names.length;
  const stepName = names[screen.step] ?? '';
  const failure = form.checking.error ?? form.sending.error;
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <form
      ref={place}
      noValidate
      data-step={screen.step}
      className="flex grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        goOn((wrong) => {
          place.current?.querySelector<HTMLElement>(`[data-field=${wrong}] :is(${CONTROLS})`)?.focus();
        });
      }}
    >
      <ProgressLine value={at + 1} max={screens.length} label={t`Step ${step} of ${total}: ${stepName}`} />
      <p className="mt-4 text-sm text-ink-2" aria-hidden>
        {t`Step ${step} of ${total}: ${stepName}`}
      </p>
      <Title className="title mt-1 mb-5 text-xl">{screen.title}</Title>
      {/* Short steps keep the height of long ones as far as the window allows, so that the buttons stay in place. */}
      <div className="min-h-[min(27rem,100dvh-22rem)]">
        <Fields screen={screen} form={form} />
      </div>
      <FormError>{failure && <Failure error={failure} />}</FormError>
      <Buttons form={form} wizard={wizard} />
    </form>
  );
}

/** Back and on, with what the press on them means. */
function Buttons({ form, wizard }: Pick<QuestionsProps, 'form' | 'wizard'>) {
  const { t } = useLingui();
  const { screen, at, isLast, goBack } = wizard;
  const isSkip = !isLast && isUntouched(screen, form);
  return (
    <>
      <div className="mt-6 flex gap-3">
        {at > 0 && (
          <Button
            variant="ghost"
            size="lg"
            onPress={goBack}
            icon={<ArrowLeft className="size-5" aria-hidden />}
          >
            <span className="max-sm:sr-only">{t`Back`}</span>
          </Button>
        )}
        <Button
          type="submit"
          variant={isSkip ? 'quiet' : 'primary'}
          size="lg"
          className="grow"
          isPending={form.checking.isPending}
        >
          {isLast ? t`Create my account` : isSkip ? t`Skip for now` : t`Continue`}
        </Button>
      </div>
      {at === 0 && (
        <p className="mt-4 text-center text-ink-2">
          <LogInLink>
            <Trans>I already have an account</Trans>
          </LogInLink>
        </p>
      )}
      {isLast && <Agreement />}
      {isLast && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>Signing up is free. You only pay if you choose to buy a credit pack.</Trans>
        </p>
      )}
    </>
  );
}

/** Pressing the button above it is the consent, whose versions the server notes. In a new tab: nothing typed is lost. */
function Agreement() {
  return (
    <p className="mt-4 text-sm text-ink-2">
      <Trans>
        By creating an account, you agree to our{' '}
        <TextLink href="/pages/terms" target="_blank">
          terms
        </TextLink>{' '}
        and confirm that you’ve read our{' '}
        <TextLink href="/pages/privacy" target="_blank">
          privacy statement
        </TextLink>
        .
      </Trans>
    </p>
  );
}

function Fields({ screen, form }: { screen: SignUpScreen; form: QuestionsProps['form'] }) {
  if (screen.step === 1) return <SignUpPhotoField form={form} />;
  const isWide = screen.fields.length > 3;
  return (
    <>
      {screen.step === 2 && <LocateButton form={form} />}
      <div className={classNames('grid gap-3', isWide && 'sm:grid-cols-2')}>
        {screen.fields.map((field) => (
          <div
            key={field}
            data-field={field}
            className={classNames('min-w-0', isWide && !HALF.has(field) && 'sm:col-span-2')}
          >
            <SignUpFieldFor field={field} form={form} />
          </div>
        ))}
      </div>
    </>
  );
}

/** The form controls of an answer. */
const CONTROLS = 'input, select, textarea';

/** Fields that are shown side by side on wide screens. */
const HALF: ReadonlySet<SignUpField> = new Set([
  'email',
  'name',
  'gender',
  'date_of_birth',
  'hair_color',
  'eye_color',
  'body_type',
  'tattoos',
]);

/** True when nothing on this screen was answered, and nothing is required. */
function isUntouched({ step, fields }: SignUpScreen, { answers, photo }: QuestionsProps['form']): boolean {
  if (step === 1) return photo === undefined;
  return fields.every((field) => !isRequired(field) && !answers[field]);
}

/** The reason of a refusal, and the next step if there is one (S5-009). */
function Failure({ error }: { error: Error }): ReactNode {
  const errorTextOf = useErrorMessage();
  const isTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN';
  return (
    <>
      {errorTextOf(error)} {isTaken && <LogInLink />}
    </>
  );
}

/** Focuses the first field of a new screen and scrolls to its question, however far down the last one was. */
function useFocusOn(place: React.RefObject<HTMLElement | null>, at: number) {
  const before = useRef(at);
  useEffect(() => {
    const { current: form } = place;
    form?.querySelector<HTMLElement>('input:not([type=radio], [type=file]), select, input')?.focus();
    if (before.current !== at) form?.scrollIntoView({ block: 'start' });
    before.current = at;
  }, [place, at]);
}

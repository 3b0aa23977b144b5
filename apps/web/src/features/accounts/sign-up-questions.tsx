import { Button, classNames, FormError, ProgressLine, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LocateButton } from './locate-button.tsx';
import { SignUpFieldFor } from './sign-up-field.tsx';
import { SignUpPhotoField } from './sign-up-photo-field.tsx';
import { isRequired, type SignUpField } from './sign-up-rules.ts';
import { type SignUpScreen, useScreens, useStepNames } from './sign-up-screens.ts';
import type { useSignUp } from './use-sign-up.ts';

interface QuestionsProps {
  form: ReturnType<typeof useSignUp>;
  level: 1 | 2;
}

/** The questions, screen by screen. One question a screen on phones, one step a screen on wide ones. */
export function SignUpQuestions({ form, level }: QuestionsProps) {
  const { t } = useLingui();
  const names = useStepNames();
  const place = useRef<HTMLFormElement>(null);
  const { screens, screen, at, isLast, goOn, goBack } = useWalk(form, place);
  useFocusOn(place, at);
  const step = screen.step + 1;
  const total = names.length;
  const stepName = names[screen.step] ?? '';
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <form
      ref={place}
      noValidate
      data-step={screen.step}
      className="flex grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <ProgressLine value={at + 1} max={screens.length} label={t`Step ${step} of ${total}: ${stepName}`} />
      <p className="mt-4 text-sm text-ink-2" aria-hidden>
        {t`Step ${step} of ${total}: ${stepName}`}
      </p>
      <Title className="title mt-1 mb-5 text-xl">{screen.title}</Title>
      <Fields screen={screen} form={form} />
      <FormError>{form.sending.error && <Failure error={form.sending.error} />}</FormError>
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
        <Button type="submit" variant="primary" size="lg" className="grow">
          {isLast ? t`Create my account` : isUntouched(screen, form) ? t`Skip for now` : t`Go on`}
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

function Fields({ screen, form }: { screen: SignUpScreen; form: QuestionsProps['form'] }) {
  if (screen.step === 1) return <SignUpPhotoField form={form} />;
  const isWide = screen.fields.length > 3;
  return (
    <>
      {screen.step === 2 && <LocateButton form={form} />}
      <div className={classNames('grid gap-3', isWide && 'sm:grid-cols-2')}>
        {screen.fields.map((field) => (
          <div key={field} className={classNames('min-w-0', isWide && !HALF.has(field) && 'sm:col-span-2')}>
            <SignUpFieldFor field={field} form={form} />
          </div>
        ))}
      </div>
    </>
  );
}

/** What stands side by side where there is room. */
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

/** Nothing on this screen was answered, and nothing has to be. */
function isUntouched({ step, fields }: SignUpScreen, { answers, photo }: QuestionsProps['form']): boolean {
  if (step === 1) return photo === undefined;
  return fields.every((field) => !isRequired(field) && !answers[field]);
}

/** Walking through the screens: on, back, to what was refused and from there straight back to the end. */
function useWalk(form: QuestionsProps['form'], place: React.RefObject<HTMLFormElement | null>) {
  const all = useScreens();
  // A reload forgets the password, and nothing else: it is asked once more before the end.
  const [asksAgain] = useState(() => form.step > 0 && form.answers.password === '');
  const screens = asksAgain ? all.map(withPassword) : all;
  const [wanted, setWanted] = useState(() => screenToBegin(screens, form));
  const [bouncedFrom, setBouncedFrom] = useState<number>();
  const last = screens.length - 1;
  const at = Math.min(wanted, last);
  const screen = screens[at] as SignUpScreen;
  const goTo = (index: number) => {
    setWanted(index);
    form.reach(screens[index]?.step ?? 0);
  };
  const send = () =>
    form.sending.mutate(undefined, {
      onError: (error) => {
        const refused = refusedFields(error);
        const index = screens.findIndex(({ fields }) => fields.some((field) => refused.includes(field)));
        if (index < 0 || screen.fields.some((field) => refused.includes(field))) return;
        setBouncedFrom(at);
        goTo(index);
      },
    });
  const goOn = () => {
    if (form.check(screen.fields)) {
      place.current?.querySelector<HTMLElement>('[aria-invalid], input')?.focus();
      return;
    }
    if (at === last) return send();
    goTo(bouncedFrom ?? at + 1);
    setBouncedFrom(undefined);
  };
  return { screens, screen, at, isLast: at === last, goOn, goBack: () => goTo(at - 1) };
}

function withPassword(screen: SignUpScreen, index: number, screens: readonly SignUpScreen[]): SignUpScreen {
  const isLast = index === screens.length - 1;
  return isLast ? { ...screen, fields: [...screen.fields, 'password'] } : screen;
}

/** Where a sign-up begins: after a reload at the step one was at, there at the first open question. */
function screenToBegin(screens: readonly SignUpScreen[], { step, answers }: QuestionsProps['form']): number {
  const ofStep = screens.flatMap((screen, index) => (screen.step === step ? [index] : []));
  const open = ofStep.find((index) =>
    screens[index]?.fields.some((field) => isRequired(field) && !answers[field]),
  );
  return open ?? ofStep.at(-1) ?? 0;
}

function refusedFields(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return error.code.startsWith('EMAIL_') ? ['email'] : Object.keys(error.fields);
}

/** Why it was refused, and the way on where there is one (S5-009). */
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

/** A new screen puts the cursor into its first field. */
function useFocusOn(place: React.RefObject<HTMLElement | null>, at: number) {
  useEffect(() => {
    if (at >= 0)
      place.current
        ?.querySelector<HTMLElement>('input:not([type=radio], [type=file]), select, input')
        ?.focus();
  }, [place, at]);
}

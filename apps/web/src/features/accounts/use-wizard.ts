import { useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { suggestEmail } from './email-suggestion.ts';
import type { SignUpField } from './sign-up-rules.ts';
import { type SignUpScreen, useScreens } from './sign-up-screens.ts';
import type { useSignUp } from './use-sign-up.ts';

type Form = ReturnType<typeof useSignUp>;

/** Navigation through the screens: forward, back, to a refused field, and from there straight back to the end. */
export function useWizard(form: Form) {
  const all = useScreens();
  // A reload loses the password and nothing else: it is asked again before the end.
  const [asksAgain] = useState(() => form.step > 0 && form.answers.password === '');
  const screens = asksAgain ? all.map(withPassword) : all;
  const [wanted, setWanted] = useState(() => screenToBegin(screens, form));
  const [bouncedFrom, setBouncedFrom] = useState<number>();
  const [known, setKnown] = useState(screens.length);
  if (known !== screens.length) {
    // The device was rotated, so the screens changed. Shows the one with the next question of the same step.
    setKnown(screens.length);
    setWanted(screenToBegin(screens, form));
    setBouncedFrom(undefined);
  }
  const last = screens.length - 1;
  const at = Math.min(wanted, last);
  const screen = screens[at] as SignUpScreen;
  const goTo = (index: number) => {
    setWanted(index);
    form.reach(screens[index]?.step ?? 0);
  };
  const bounce = (error: unknown) => {
    const refused = refusedFields(error);
    const index = screens.findIndex(({ fields }) => fields.some((field) => refused.includes(field)));
    if (index < 0 || screen.fields.some((field) => refused.includes(field))) return;
    setBouncedFrom(at);
    goTo(index);
  };
  const leave = () => {
    const open = at === last ? screens.findIndex(({ fields }) => fields.some(form.isOpen)) : -1;
    if (open >= 0) goTo(open);
    else if (at === last) form.sending.mutate(undefined, { onError: bounce });
    else goTo(bouncedFrom ?? at + 1);
    setBouncedFrom(open >= 0 ? at : undefined);
  };
  /**
   * Goes on when every answer on this screen is valid, for the server too. The last screen sends, or leads to the first
   * open question. `onWrong` gets the first invalid field, if there is one.
   */
  const goOn = (onWrong: (field: SignUpField) => void): void => {
    if (form.checking.isPending) return;
    const wrong = form.check(screen.fields);
    if (wrong) return onWrong(wrong);
    if (!form.isDue(screen.fields)) return leave();
    const onError = (error: unknown) => {
      const refused = refusedFields(error);
      const field = screen.fields.find((one) => refused.includes(one));
      if (field) onWrong(field);
    };
    form.checking.mutate(screen.fields, { onSuccess: leave, onError });
  };
  return { screens, screen, at, isLast: at === last, goOn, goBack: () => goTo(at - 1) };
}

function withPassword(screen: SignUpScreen, index: number, screens: readonly SignUpScreen[]): SignUpScreen {
  const isLast = index === screens.length - 1;
  return isLast ? { ...screen, fields: [...screen.fields, 'password'] } : screen;
}

/**
 * The first screen: after a reload the first question of the stored step that is not answered validly. An address from
 * the previous page that looks mistyped is shown again, with the suggestion.
 */
function screenToBegin(screens: readonly SignUpScreen[], { step, isOpen: isMissing, answers }: Form): number {
  const isMistyped = suggestEmail(answers.email) !== undefined;
  const isOpen = (field: SignUpScreen['fields'][number]) =>
    isMissing(field) || (field === 'email' && isMistyped);
  const ofStep = screens.flatMap((screen, index) => (screen.step === step ? [index] : []));
  return ofStep.find((index) => screens[index]?.fields.some(isOpen)) ?? ofStep.at(-1) ?? 0;
}

function refusedFields(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return error.code.startsWith('EMAIL_') ? ['email'] : Object.keys(error.fields);
}

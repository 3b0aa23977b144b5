import { type FieldError, signUp } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useLocale } from '../../client/language.ts';
import { useSettings } from '../../client/session.ts';
import { dropDraft, keepDraft, readDraft } from './sign-up-draft.ts';
import {
  calendarDay,
  fieldError,
  type SignUpAnswers,
  type SignUpField,
  sexualitiesOf,
} from './sign-up-rules.ts';

type Errors = Partial<Record<SignUpField, FieldError>>;

/** The answers of a sign-up, what is wrong with them, and sending them. */
export function useSignUp(initialEmail: string) {
  const locale = useLocale();
  const settings = useSettings();
  const rules = { minAge: settings.min_age, siteName: settings.name, today: calendarDay(new Date()) };
  const [answers, setAnswers] = useState(() => firstAnswers(initialEmail, settings));
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const [refused, setRefused] = useState<Errors>({});

  const errorOf = (field: SignUpField) =>
    refused[field] ?? (left.has(field) ? fieldError(field, answers, rules) : undefined);

  const answer = (change: Partial<SignUpAnswers>) => {
    const next = { ...answers, ...change };
    if (change.country !== undefined && change.country !== answers.country) next.region = '';
    if (next.sexuality && !sexualitiesOf(next.gender).includes(next.sexuality)) next.sexuality = null;
    setAnswers(next);
    keepDraft(next);
    setRefused(without(refused, Object.keys(change)));
  };

  /** Marks fields as left, so that their errors show; returns the first that is wrong. */
  const check = (fields: readonly SignUpField[]): SignUpField | undefined => {
    setLeft(new Set([...left, ...fields]));
    return fields.find((field) => refused[field] ?? fieldError(field, answers, rules));
  };

  const sending = useMutation({
    mutationFn: async () => {
      const { gender, sexuality, ...rest } = answers;
      if (!gender || !sexuality) throw new TypeError('Sent before every question was answered.');
      return call(signUp, {
        ...rest,
        email: rest.email.trim(),
        name: rest.name.trim(),
        gender,
        sexuality,
        language: locale,
        today: rules.today,
      });
    },
    onSuccess: () => dropDraft(),
    onError: (error) => setRefused(errorsOf(error)),
  });

  return { answers, answer, errorOf, check, refused, sending };
}

function firstAnswers(email: string, settings: ReturnType<typeof useSettings>): SignUpAnswers {
  const draft = readDraft();
  const here = settings.geoip_selected_country ?? settings.geoip_country ?? '';
  return {
    ...draft,
    email: email || draft.email,
    country: draft.country || (settings.countries.includes(here) ? here : ''),
  };
}

function errorsOf(error: unknown): Errors {
  return error instanceof ApiError ? error.fields : {};
}

function without(errors: Errors, fields: readonly string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}

import { type FieldError, type PublicSettings, signUp } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useLocale } from '../../client/language.ts';
import { queryClient } from '../../client/query.ts';
import { startSession, useSettings } from '../../client/session.ts';
import { type DraftPlace, dropDraft, keepDraft, readDraft, readPlace } from './sign-up-draft.ts';
import { signUpMatchesQuery } from './sign-up-matches.ts';
import { type DraftPhoto, dropPhoto, keepPhoto, readPhoto } from './sign-up-photo.ts';
import {
  calendarDay,
  fieldError,
  type SignUpAnswers,
  type SignUpField,
  sexualitiesOf,
  signUpInput,
} from './sign-up-rules.ts';
import { uploadDraftPhoto } from './upload-draft-photo.ts';

type Errors = Partial<Record<SignUpField, FieldError>>;

/** Each of the four lines can be read, also where the server is quick. */
const LINE_MS = 450;

/** What became of a sign-up that went through. */
export interface SignedUp {
  email: string;
  /** The picture could not be uploaded; the profile takes it later. */
  isPhotoLost: boolean;
}

/** The answers of a sign-up, what is wrong with them, and sending them. `entry`: the member whose page it began on. */
export function useSignUp(initialEmail: string, entry: string | undefined) {
  const locale = useLocale();
  const settings = useSettings();
  const rules = { minAge: settings.min_age, siteName: settings.name, today: calendarDay(new Date()) };
  const [answers, setAnswers] = useState(() => firstAnswers(initialEmail, settings));
  const [place, setPlace] = useState<DraftPlace>(() => readPlace());
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const [refused, setRefused] = useState<Errors>({});
  const [photo, setPhoto] = useDraftPhoto();
  /** Which of the four lines is being done, from 0. */
  const [line, setLine] = useState(0);

  const errorOf = (field: SignUpField) =>
    refused[field] ?? (left.has(field) ? fieldError(field, answers, rules) : undefined);

  const answer = (change: Partial<SignUpAnswers>) => {
    const next = { ...answers, ...change };
    if (change.country !== undefined && change.country !== answers.country) next.region = '';
    if (next.sexuality && !sexualitiesOf(next.gender).includes(next.sexuality)) next.sexuality = null;
    setAnswers(next);
    keepDraft(next, place);
    setRefused(without(refused, Object.keys(change)));
  };

  /** Notes the step one is at, for after a reload. */
  const reach = (step: number) => {
    if (step === place.step) return;
    setPlace({ ...place, step });
    keepDraft(answers, { ...place, step });
  };

  /** Marks fields as left, so that their errors show; returns the first that is wrong. */
  const check = (fields: readonly SignUpField[]): SignUpField | undefined => {
    setLeft(new Set([...left, ...fields]));
    return fields.find((field) => refused[field] ?? fieldError(field, answers, rules));
  };

  const sending = useMutation({
    mutationFn: async (): Promise<SignedUp> => {
      setLine(0);
      const input = signUpInput(answers);
      await atLeast(LINE_MS, Promise.resolve());
      setLine(1);
      const { key } = place;
      const { email } = await atLeast(
        LINE_MS,
        call(signUp, { ...input, key, language: locale, today: rules.today, ...(entry && { entry }) }),
      );
      // The account exists from here on: nothing that fails now undoes it.
      setLine(2);
      await atLeast(
        LINE_MS,
        startSession().catch(() => undefined),
      );
      void queryClient.prefetchQuery(signUpMatchesQuery);
      setLine(3);
      const isPhotoLost = !(await atLeast(LINE_MS, uploadDraftPhoto(photo)));
      dropDraft();
      await dropPhoto();
      return { email, isPhotoLost };
    },
    onError: (error) => setRefused(errorsOf(error)),
  });

  return {
    answers,
    answer,
    photo,
    setPhoto,
    errorOf,
    check,
    refused,
    sending,
    line,
    reach,
    step: place.step,
  };
}

/** The chosen picture, kept over a reload until it is uploaded. */
function useDraftPhoto() {
  const [photo, setPhoto] = useState<DraftPhoto>();
  useEffect(() => {
    void readPhoto().then((kept) => kept && setPhoto((chosen) => chosen ?? kept));
  }, []);
  const choose = (blob: Blob | undefined) => {
    const chosen = blob && { blob, key: crypto.randomUUID() };
    setPhoto(chosen);
    void (chosen ? keepPhoto(chosen) : dropPhoto());
  };
  return [photo, choose] as const;
}

async function atLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  return result;
}

function firstAnswers(email: string, settings: PublicSettings): SignUpAnswers {
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

import type { FieldError, PublicSettings } from '@heartline/contracts';
import { startTransition, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api.ts';
import { calendarDay } from '../../client/calendar-day.ts';
import { useSettings } from '../../client/session.ts';
import { type DraftPlace, keepDraft, readDraft, readPlace } from './sign-up-draft.ts';
import { type DraftPhoto, dropPhoto, keepPhoto, readPhoto } from './sign-up-photo.ts';
import { fieldError, type SignUpAnswers, type SignUpField, sexualitiesOf } from './sign-up-rules.ts';
import { useChecking } from './use-checking.ts';
import { useSending } from './use-sending.ts';

type Errors = Partial<Record<SignUpField, FieldError>>;

/**
 * The answers of a sign-up, what is wrong with them, and sending them. `entry`: the member whose page it began on;
 * `wanted`: the page that the new member wants to come back to.
 */
export function useSignUp(initialEmail: string, entry?: string, wanted?: string) {
  const settings = useSettings();
  const rules = { minAge: settings.min_age, siteName: settings.name, today: calendarDay(new Date()) };
  const [answers, setAnswers] = useState(() => firstAnswers(initialEmail, settings));
  const [place, setPlace] = useState<DraftPlace>(() => readPlace());
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const [refused, setRefused] = useState<Errors>({});
  const [photo, setPhoto] = useDraftPhoto();
  const began = useRef({ answers, place });
  useEffect(() => {
    // Typed on the page before, an address is kept like any answer.
    if (initialEmail) keepDraft(began.current.answers, began.current.place);
  }, [initialEmail]);
  const { sending, line } = useSending(
    { answers, key: place.key, today: rules.today, photo, entry, wanted },
    (error) => setRefused(error instanceof ApiError ? error.fields : {}),
  );
  const { checking, isDue } = useChecking(answers, place.key, setRefused);

  const errorOf = (field: SignUpField) =>
    refused[field] ?? (left.has(field) ? fieldError(field, answers, rules) : undefined);

  /** As they stand: what the device is asked for comes when others have been answered since, perhaps on a later step. */
  const latest = useRef({ answers, place });
  latest.current = { answers, place };
  const answer = (change: Partial<SignUpAnswers>) => {
    const before = latest.current.answers;
    const next = { ...before, ...change };
    if (next.country !== before.country && change.region === undefined) next.region = '';
    if (next.sexuality && !sexualitiesOf(next.gender).includes(next.sexuality)) next.sexuality = null;
    setAnswers(next);
    keepDraft(next, latest.current.place);
    setRefused((now) => without(now, Object.keys(change)));
    if (checking.isError) checking.reset();
  };

  /** Notes the step one is at, for after a reload. */
  const reach = (step: number) => {
    if (step === place.step) return;
    setPlace({ ...place, step });
    keepDraft(answers, { ...place, step });
  };

  /** Whether a question still waits for a right answer. */
  const isOpen = (field: SignUpField) => fieldError(field, answers, rules) !== undefined;

  /** Marks fields as left, so that their errors show; returns the first that is wrong. */
  const check = (fields: readonly SignUpField[]): SignUpField | undefined => {
    // After the press was painted: an error that shows in the middle of a press may move what is pressed.
    startTransition(() => setLeft((before) => new Set([...before, ...fields])));
    return fields.find((field) => refused[field] ?? fieldError(field, answers, rules));
  };

  const { step } = place;
  const asked = { checking, isDue, sending, line };
  return { answers, answer, photo, setPhoto, errorOf, isOpen, check, ...asked, reach, step };
}

/** The chosen picture, kept over a reload until it is uploaded. */
function useDraftPhoto() {
  const [photo, setPhoto] = useState<DraftPhoto>();
  useEffect(() => {
    void readPhoto().then((stored) => stored && setPhoto((chosen) => chosen ?? stored));
  }, []);
  const choose = (blob: Blob | undefined) => {
    const chosen = blob && { blob, key: crypto.randomUUID() };
    setPhoto(chosen);
    void (chosen ? keepPhoto(chosen) : dropPhoto());
  };
  return [photo, choose] as const;
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

function without(errors: Errors, fields: readonly string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}

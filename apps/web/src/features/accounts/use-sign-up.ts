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
 * The answers of a sign-up, their errors, and sending them. `entry` is the member on whose page it began; `wanted` is
 * the page the new member wants to return to.
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
    // An address typed on the previous page is stored like any answer.
    if (initialEmail) keepDraft(began.current.answers, began.current.place);
  }, [initialEmail]);
  const { sending, line } = useSending(
    { answers, key: place.key, today: rules.today, photo, entry, wanted },
    (error) => setRefused(error instanceof ApiError ? error.fields : {}),
  );
  const { checking, isDue } = useChecking(answers, place.key, setRefused);

  const errorOf = (field: SignUpField) =>
    refused[field] ?? (left.has(field) ? fieldError(field, answers, rules) : undefined);

  /** The current answers: the device's position may arrive after other answers, perhaps on a later step. */
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

  /** Stores the current step for a reload. */
  const reach = (step: number) => {
    if (step === place.step) return;
    setPlace({ ...place, step });
    keepDraft(answers, { ...place, step });
  };

  /** True when a question still needs a valid answer. */
  const isOpen = (field: SignUpField) => fieldError(field, answers, rules) !== undefined;

  /** Marks fields as left, so that their errors show; returns the first invalid one. */
  const check = (fields: readonly SignUpField[]): SignUpField | undefined => {
    // After the press was painted: an error that appears during a press may move the pressed element.
    startTransition(() => setLeft((before) => new Set([...before, ...fields])));
    return fields.find((field) => refused[field] ?? fieldError(field, answers, rules));
  };

  const { step } = place;
  const asked = { checking, isDue, sending, line };
  return { answers, answer, photo, setPhoto, errorOf, isOpen, check, ...asked, reach, step };
}

/** The chosen picture, stored over a reload until it is uploaded. */
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

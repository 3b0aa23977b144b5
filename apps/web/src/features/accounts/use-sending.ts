import { signUp } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useLocale } from '../../client/language.ts';
import { queryClient } from '../../client/query.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { dropDraft, landerOfDraft } from '../../client/sign-up-draft.ts';
import { signUpMatchesQuery } from './sign-up-matches.ts';
import { type DraftPhoto, dropPhoto } from './sign-up-photo.ts';
import { type SignUpAnswers, signUpInput } from './sign-up-rules.ts';
import { keepWanted } from './sign-up-wanted.ts';
import { uploadDraftPhoto } from './upload-draft-photo.ts';

/** Each of the four lines is shown long enough to be read, even with a quick server. */
const LINE_MS = 450;

/** The result of a successful sign-up. */
export interface SignedUp {
  email: string;
  /** The picture could not be uploaded; it can be added to the profile later. */
  isPhotoLost: boolean;
}

export interface ToSend {
  answers: SignUpAnswers;
  /** Idempotency key of this sign-up. */
  key: string;
  today: string;
  photo: DraftPhoto | undefined;
  /** The member on whose page it began. */
  entry: string | undefined;
  /** The page the member wants once the address is confirmed. */
  wanted: string | undefined;
}

/** Sends a sign-up; `line` is the current one of the four steps, from 0 (S2-220 to S2-223). */
export function useSending(
  { answers, key, today, photo, entry, wanted }: ToSend,
  onRefused: (error: Error) => void,
) {
  const language = useLocale();
  const [line, setLine] = useState(0);
  const sending = useMutation({
    mutationFn: async (): Promise<SignedUp> => {
      setLine(0);
      const input = await atLeast(LINE_MS, Promise.resolve(signUpInput(answers)));
      setLine(1);
      const lander = landerOfDraft();
      const asked = { ...input, key, language, today, ...(entry && { entry }), ...(lander && { lander }) };
      const sent = signIn(() => call(signUp, asked));
      const { email } = await atLeast(LINE_MS, sent);
      // The account exists from here on: no later failure undoes it.
      setLine(2);
      const started = startSession().catch(() => undefined);
      await atLeast(LINE_MS, started);
      void queryClient.prefetchQuery(signUpMatchesQuery);
      setLine(3);
      const isPhotoLost = !(await atLeast(LINE_MS, uploadDraftPhoto(photo)));
      keepWanted(wanted);
      dropDraft();
      await dropPhoto();
      return { email, isPhotoLost };
    },
    onError: onRefused,
  });
  return { sending, line };
}

async function atLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  return result;
}

import { signUp } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useLocale } from '../../client/language.ts';
import { queryClient } from '../../client/query.ts';
import { startSession } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { dropDraft } from './sign-up-draft.ts';
import { signUpMatchesQuery } from './sign-up-matches.ts';
import { type DraftPhoto, dropPhoto } from './sign-up-photo.ts';
import { type SignUpAnswers, signUpInput } from './sign-up-rules.ts';
import { keepWanted } from './sign-up-wanted.ts';
import { uploadDraftPhoto } from './upload-draft-photo.ts';

/** Each of the four lines can be read, also where the server is quick. */
const LINE_MS = 450;

/** What became of a sign-up that went through. */
export interface SignedUp {
  email: string;
  /** The picture could not be uploaded; the profile takes it later. */
  isPhotoLost: boolean;
}

export interface ToSend {
  answers: SignUpAnswers;
  /** Of this sign-up: makes sending it twice safe. */
  key: string;
  today: string;
  photo: DraftPhoto | undefined;
  /** The member whose page it began on. */
  entry: string | undefined;
  /** Where the member wants to be once the address is confirmed. */
  wanted: string | undefined;
}

/** Sends a sign-up; `line` says which of the four things that happen is being done, from 0 (S2-220 to S2-223). */
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
      const asked = { ...input, key, language, today, ...(entry && { entry }) };
      const sent = signIn(() => call(signUp, asked));
      const { email } = await atLeast(LINE_MS, sent);
      // The account exists from here on: nothing that fails now undoes it.
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

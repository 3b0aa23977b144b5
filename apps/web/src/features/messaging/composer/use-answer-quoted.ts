import type { ProfileCard } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useEffectEvent } from 'react';
import { profileBeside } from '../../../people/profile-query.ts';
import { useQuestions } from '../../../people/questions.ts';

interface Quoting {
  profile: Pick<ProfileCard, 'id'>;
  field: RefObject<HTMLTextAreaElement | null>;
  setText: Dispatch<SetStateAction<string>>;
}

/**
 * Quotes the answer that a member came to reply to (`prompt` in the address) above their text, once, and removes
 * `prompt` from the address. Returns true while there is something to quote.
 */
export function useAnswerQuoted({ profile, field, setText }: Quoting): boolean {
  const { t } = useLingui();
  const { prompt } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isAsked = prompt !== undefined;
  const { questions, isKnown } = useQuestions(isAsked);
  const { data } = useQuery({ ...profileBeside('chat', profile.id), enabled: isAsked });
  const quote = useEffectEvent(() => {
    const answer = data?.prompts.find(({ key }) => key === prompt)?.answer;
    const question = questions.get(prompt ?? '');
    if (answer !== undefined && question !== undefined) {
      const line = t`“${question}: ${answer}”`;
      setText((now) => (now.startsWith(line) ? now : `${line}\n${now}`));
      requestAnimationFrame(() => {
        const { current } = field;
        current?.setSelectionRange(current.value.length, current.value.length);
        current?.focus();
      });
    }
    void navigate({ to: '.', search: {}, replace: true });
  });
  const isReady = isAsked && isKnown && data !== undefined;
  useEffect(() => {
    if (isReady) quote();
  }, [isReady]);
  return isAsked;
}

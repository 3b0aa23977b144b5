import type { Profile } from '@heartline/contracts';
import { Skeleton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuestions } from '../../../people/questions.ts';
import { AnswerActions } from './answer-actions.tsx';

interface ProfileAnswersProps {
  /** A server of the release before sends no prompts. */
  profile: Omit<Profile, 'prompts'> & Partial<Pick<Profile, 'prompts'>>;
  isOwn: boolean;
}

/** The prompts a member answered, as cards: the question small, the answer in Fraunces, and what others can do. */
export function ProfileAnswers({ profile, isOwn }: ProfileAnswersProps) {
  const { t } = useLingui();
  const { prompts = [], language } = profile;
  const { questions, isKnown } = useQuestions(prompts.length > 0);
  if (prompts.length === 0) return null;
  return (
    <section aria-label={t`Answers`}>
      <ul className="grid gap-3">
        {prompts.map(({ key, answer }) => (
          <li key={key} className="rounded-card border border-line bg-card px-5 py-5 sm:px-6">
            <h2 className="text-sm font-semibold text-ink-2">
              {isKnown ? questions.get(key) : <Skeleton className="h-[1lh] w-1/2" />}
            </h2>
            <p
              lang={language}
              dir="auto"
              className="title mt-2 text-xl leading-snug text-pretty wrap-anywhere"
            >
              {answer}
            </p>
            {!isOwn && (
              <div className="mt-4 flex flex-wrap gap-2">
                <AnswerActions profile={profile} prompt={key} question={questions.get(key)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

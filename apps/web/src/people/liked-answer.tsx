import { Trans } from '@lingui/react/macro';
import { useQuestions } from './questions.ts';

/** The question whose answer a like is about; nothing for other likes, and for a question the site withdrew. */
export function LikedAnswer({ prompt, className }: { prompt: string | undefined; className?: string }) {
  const { questions } = useQuestions(prompt !== undefined);
  const question = prompt === undefined ? undefined : questions.get(prompt);
  if (!question) return null;
  return (
    <p className={className}>
      <Trans>Liked your answer: {question}</Trans>
    </p>
  );
}

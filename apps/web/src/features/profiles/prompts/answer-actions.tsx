import type { ProfileCard } from '@heartline/contracts';
import { Button, LikeButton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleReply } from 'lucide-react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { likesQuery } from '../../../client/likes-query.ts';
import { changeOwnLike, ownLikeOf } from '../../../people/own-like.ts';

interface AnswerActionsProps {
  profile: ProfileCard;
  prompt: string;
  /** Undefined until it is known. */
  question: string | undefined;
}

/**
 * Like and reply to one answer. A member gives one like to a person: after it, only the answer it is about has its
 * button, pressed.
 */
export function AnswerActions({ profile, prompt, question = '' }: AnswerActionsProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { data: own } = useQuery({
    ...likesQuery,
    select: (likes) => ownLikeOf(likes, profile) ?? null,
  });
  const isLiked = own?.prompt === prompt;
  const change = async (isWanted: boolean) => {
    try {
      await changeOwnLike(profile, isWanted, isWanted ? prompt : undefined);
    } catch (error) {
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  return (
    <>
      {(own === null || isLiked) && (
        <LikeButton
          variant="quiet"
          isLiked={isLiked}
          label={t`Like this: ${question}`}
          onChange={(isWanted) => void change(isWanted)}
        >
          {t`Like this`}
        </LikeButton>
      )}
      <Button
        variant="ghost"
        href={`/members/${profile.id}/chat?prompt=${prompt}`}
        icon={<MessageCircleReply className="size-5" aria-hidden />}
        aria-label={t`Reply: ${question}`}
      >
        <Trans>Reply</Trans>
      </Button>
    </>
  );
}

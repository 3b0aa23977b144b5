import type { ProfileCard } from '@heartline/contracts';
import { LikeButton, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useErrorMessage } from '../../client/error-message.ts';
import { useUser } from '../../client/session.ts';
import { useToggleLike } from './likes-state.ts';

/** The like button of a person, on their card and on their profile. */
export function LikeToggle({ profile, variant }: { profile: ProfileCard; variant?: 'onPhoto' | 'quiet' }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const router = useRouter();
  const isVisitor = useUser() === null;
  const { isLiked, setLiked } = useToggleLike(profile);
  const change = async (isWanted: boolean) => {
    if (isVisitor) {
      await router.navigate({ to: '/login', search: { next: router.state.location.href } });
      return;
    }
    try {
      await setLiked(isWanted);
    } catch (error) {
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  const { name } = profile;
  return (
    <LikeButton
      variant={variant}
      isLiked={isLiked}
      label={t`Like ${name}`}
      onChange={(isWanted) => void change(isWanted)}
    >
      {variant === 'quiet' ? t`Like` : undefined}
    </LikeButton>
  );
}

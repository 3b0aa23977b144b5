import type { ProfileCard } from '@heartline/contracts';
import { LikeButton, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useErrorMessage } from '../../client/error-message.ts';
import { useUser } from '../../client/session.ts';
import { useLabelledName } from '../../people/fictional-label.ts';
import { showUndo } from '../../people/undo.ts';
import { useToggleLike } from './likes-state.ts';

/** The like button of a person. On their card its name never changes; on their profile it says "Liked" and "Match". */
export function LikeToggle({ profile, variant }: { profile: ProfileCard; variant?: 'onPhoto' | 'quiet' }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const router = useRouter();
  const labelled = useLabelledName();
  const isVisitor = useUser() === null;
  const { isLiked, isMatch, setLiked } = useToggleLike(profile);
  const change = async (isWanted: boolean) => {
    if (isVisitor) {
      await router.navigate({ to: '/login', search: { next: router.state.location.href } });
      return;
    }
    try {
      await setLiked(isWanted);
      if (!isWanted)
        void showUndo({ title: t`You no longer like ${labelled(profile)}`, onUndo: () => void change(true) });
    } catch (error) {
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  const { name } = profile;
  const onChange = (isWanted: boolean) => void change(isWanted);
  if (variant !== 'quiet') {
    return <LikeButton variant={variant} isLiked={isLiked} label={t`Like ${name}`} onChange={onChange} />;
  }
  const [label, shown] = isMatch
    ? [t`Match with ${name}`, t`Match`]
    : isLiked
      ? [t`Liked ${name}`, t`Liked`]
      : [t`Like ${name}`, t`Like`];
  return (
    // As wide in each state, so that the buttons beside it do not move.
    <LikeButton variant="quiet" isLiked={isLiked} label={label} onChange={onChange} className="min-w-28">
      {shown}
    </LikeButton>
  );
}

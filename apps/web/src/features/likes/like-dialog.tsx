import type { ProfileCard } from '@heartline/contracts';
import { Button, FictionalChip, Photo, SpotlightDialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';

export interface LikeDialogProps {
  profile: Pick<ProfileCard, 'id' | 'name' | 'age' | 'fictional'>;
  /** Address of the profile’s main photo, if there is one. */
  src: string | undefined;
  /** The like is being returned. */
  isPending: boolean;
  /** Runs when the photo or the link below was pressed; gets the profile’s id. */
  onProfile: (id: string) => void;
  onLikeBack: () => void;
  onClose: () => void;
}

/** The like popup (S2): a new like, to return or to leave for now. A press outside closes it. */
export function LikeDialog({ profile, src, isPending, onProfile, onLikeBack, onClose }: LikeDialogProps) {
  const { t } = useLingui();
  const fictional = useFictionalLabel();
  const labelled = useLabelledName();
  const { id, name, age } = profile;
  const leave = () => {
    // First, because the target may be the current page.
    onClose();
    onProfile(id);
  };
  return (
    <SpotlightDialog title={t`New like!`} onClose={onClose}>
      <button
        type="button"
        aria-label={`${labelled(profile)}, ${age}`}
        onClick={leave}
        className="relative mt-5 w-full max-w-[min(280px,42dvh)] rounded-card shadow-float transition-[scale] duration-200 ease-line hover:scale-[1.01]"
      >
        <Photo src={src ?? '/people/nobody.svg'} alt="" isPriority className="rounded-card" />
        {profile.fictional && (
          <span className="absolute inset-x-3 top-3 flex">
            <FictionalChip isOnPhoto>{fictional}</FictionalChip>
          </span>
        )}
      </button>
      <p className="mt-4 text-md">
        <Trans>{name} likes you.</Trans>
      </p>
      <div className="mt-4 grid w-full max-w-75 gap-2">
        <Button variant="primary" size="lg" isPending={isPending} onPress={onLikeBack}>
          <Trans>Like back</Trans>
        </Button>
        <Button onPress={leave}>{t`View ${name}’s profile`}</Button>
        <Button variant="ghost" onPress={onClose}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </SpotlightDialog>
  );
}

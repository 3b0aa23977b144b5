import { type ProfileCard, seeLike } from '@heartline/contracts';
import { Button, FictionalChip, MatchAnimation, MeetingFaces, SpotlightDialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '../../client/api.ts';
import { useMember, useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { useLoaded } from './use-loaded.ts';

const NOBODY = '/people/nobody.svg';

export interface MatchViewProps {
  profile: ProfileCard;
  buttonText: string;
  /** Runs when the other's photo or the button was pressed; gets the profile's id (S2-238, S2-239). */
  onPhoto: (id: string) => void;
  onButton: (id: string) => void;
  onClose: () => void;
}

/** Two drawn lines meet, then the dialog opens, once the pictures have loaded (S2-241). */
export function MatchView(props: MatchViewProps) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const me = useMember();
  const theirs = photoUrl(prefix, props.profile.main_image?.filename);
  const own = photoUrl(prefix, me.profile.main_image?.filename);
  const areReady = [useLoaded(theirs), useLoaded(own)].every(Boolean);
  const [isDrawn, setDrawn] = useState(false);
  if (!areReady) return null;
  if (!isDrawn) return <MatchAnimation skipLabel={t`Skip`} onDone={() => setDrawn(true)} />;
  return <MatchContent {...props} own={own ?? NOBODY} theirs={theirs ?? NOBODY} />;
}

interface MatchContentProps extends MatchViewProps {
  own: string;
  theirs: string;
}

/** The match dialog: both faces, a field for a first message, and ways on. */
function MatchContent({ profile, own, theirs, buttonText, onPhoto, onButton, onClose }: MatchContentProps) {
  const { t } = useLingui();
  const { FirstMessage } = useSlots();
  const fictional = useFictionalLabel();
  const labelled = useLabelledName();
  const { id, name, age } = profile;
  // Seen on all devices: the number leaves the badge. The next opening of the profile tries again.
  useEffect(() => void call(seeLike, { profile: id }).catch(() => undefined), [id]);
  const leave = (open: (id: string) => void) => {
    // First, because the target may be the current page.
    onClose();
    open(id);
  };
  return (
    <SpotlightDialog eyebrow={t`New like!`} title={t`It's a Match`} onClose={onClose}>
      <div className="mt-5 mb-4 grid w-full justify-items-center [@media(height<44em)]:[&>*]:max-w-60">
        <MeetingFaces
          own={own}
          theirs={theirs}
          theirsLabel={`${labelled(profile)}, ${age}`}
          onTheirs={() => leave(onPhoto)}
          chip={profile.fictional && <FictionalChip isOnPhoto>{fictional}</FictionalChip>}
        />
      </div>
      <p className="text-md">
        <Trans>You and {name} like each other.</Trans>
      </p>
      <FirstMessage profile={profile} onSent={onClose} />
      <div className="mt-1 flex w-full flex-wrap justify-center gap-2">
        <Button variant="ghost" onPress={() => leave(onButton)}>
          {buttonText}
        </Button>
        <Button variant="ghost" onPress={onClose}>
          <Trans>Keep looking</Trans>
        </Button>
      </div>
    </SpotlightDialog>
  );
}

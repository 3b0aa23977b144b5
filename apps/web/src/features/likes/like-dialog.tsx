import type { ProfileCard } from '@heartline/contracts';
import { Button, FictionalChip, Photo, useOverlay } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';

export interface LikeDialogProps {
  profile: Pick<ProfileCard, 'id' | 'name' | 'age' | 'fictional'>;
  /** Address of the profile’s main photo, if there is one. */
  src: string | undefined;
  /** The like is mutual. */
  isMatch: boolean;
  buttonText: string;
  /** Runs when the photo or the button was pressed; gets the profile’s id. */
  onPhoto: (id: string) => void;
  onButton: (id: string) => void;
  onClose: () => void;
}

/** The like modal (S2): a new like, and the match when it is mutual. A press outside closes it. */
export function LikeDialog(props: LikeDialogProps) {
  const { profile, src, isMatch, buttonText, onPhoto, onButton, onClose } = props;
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const fictional = useFictionalLabel();
  const labelled = useLabelledName();
  const { id, name, age } = profile;
  useEffect(() => {
    dialog.current?.showModal();
    // The member did not open it: their next key while typing must not press its first button.
    dialog.current?.focus();
  }, []);
  // By the browser, which restores the focus.
  const close = () => dialog.current?.close();
  useOverlay(true, close);
  const leave = (open: (id: string) => void) => {
    // First: the target may be the current page, and then nothing else restores the focus.
    close();
    open(id);
  };
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      onClose={onClose}
      className="fades outline-none m-0 h-dvh max-h-none w-full max-w-none animate-fade items-center justify-center overflow-y-auto bg-paper/96 px-6 py-8 text-ink backdrop-blur-md open:grid"
    >
      <button type="button" tabIndex={-1} aria-label={t`Close`} onClick={close} className="fixed inset-0" />
      <div className="pointer-events-none relative grid w-[min(340px,100%)] justify-items-center text-center">
        {isMatch && (
          <p className="mb-1 text-sm font-semibold text-pulse">
            <Trans>New like!</Trans>
          </p>
        )}
        <h2 id={titleId} className="title text-3xl">
          {isMatch ? <Trans>It's a Match</Trans> : <Trans>New like!</Trans>}
        </h2>
        <button
          type="button"
          aria-label={`${labelled(profile)}, ${age}`}
          onClick={() => leave(onPhoto)}
          className="pointer-events-auto relative mt-6 w-full max-w-[min(300px,46dvh)] rounded-card transition-transform duration-200 ease-line hover:scale-[1.01]"
        >
          <Photo src={src ?? '/people/nobody.svg'} alt="" isPriority className="rounded-card" />
          {profile.fictional && (
            <span className="absolute inset-x-3 top-3 flex">
              <FictionalChip isOnPhoto>{fictional}</FictionalChip>
            </span>
          )}
        </button>
        <p className="mt-4 text-md">
          {isMatch ? <Trans>You and {name} like each other.</Trans> : <Trans>{name} likes you.</Trans>}
        </p>
        <Button
          variant="primary"
          size="lg"
          className="pointer-events-auto mt-5 w-full max-w-[300px]"
          onPress={() => leave(onButton)}
        >
          {buttonText}
        </Button>
        <p className="mt-3 text-sm text-ink-2">
          <Trans>Click or tap anywhere else to close.</Trans>
        </p>
      </div>
    </dialog>
  );
}

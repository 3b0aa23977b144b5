import type { ChatPhoto, ChatPhotoView } from '@heartline/contracts';
import { Lightbox, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorMessage } from '../../../client/error-message.ts';
import { acceptPhoto } from './accept-photo.ts';
import { chatPhotoQuery } from './chat-photo-query.ts';

interface PhotoViewerProps {
  photo: ChatPhoto;
  view: ChatPhotoView;
  /** Where the picture is: on the server, or on this device, which sent it. */
  source: string;
  /** Who sent it; null for an own one. */
  name: string | null;
  onClose: () => void;
}

/** One photo on the whole screen. */
export function PhotoViewer({ photo, view, source, name, onClose }: PhotoViewerProps) {
  const { t } = useLingui();
  // On a page that has long been open the address it was given is good no more: it is asked for anew.
  useQuery(chatPhotoQuery(photo.id));
  return (
    <Lightbox
      title={name === null ? t`Your photo` : t`Photo from ${name}`}
      src={source}
      width={photo.width}
      height={photo.height}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={name !== null && <AlwaysShown photo={photo.id} view={view} name={name} />}
    />
  );
}

/** Whether photos of this person are shown without asking; changed here. */
function AlwaysShown({ photo, view, name }: { photo: string; view: ChatPhotoView; name: string }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const { mutate, isPending, variables } = useMutation({
    // One press after the other, so that the last one is what stays.
    scope: { id: `accept-photo:${photo}` },
    mutationFn: (always: boolean) => acceptPhoto(photo, always),
    onError: (error) => void showToast({ title: say(error), tone: 'error' }),
  });
  const always = isPending ? variables : view.always;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={always}
      aria-label={t`Always show photos from ${name}`}
      className="min-h-11 rounded-full px-4 text-sm underline underline-offset-4"
      onClick={() => mutate(!always)}
    >
      {always ? (
        <Trans>Ask before showing photos from {name}</Trans>
      ) : (
        <Trans>Always show photos from {name}</Trans>
      )}
    </button>
  );
}

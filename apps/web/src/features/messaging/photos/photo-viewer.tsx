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
  /** URL of the picture on the server, or on this device if it was sent from here. */
  source: string;
  /** Name of the sender; null for an own photo. */
  name: string | null;
  onClose: () => void;
}

/** One photo, full screen. */
export function PhotoViewer({ photo, view, source, name, onClose }: PhotoViewerProps) {
  const { t } = useLingui();
  // On a page that was open for long the URL has expired, so refetch it.
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

/** Switch to show photos of this member without asking. */
function AlwaysShown({ photo, view, name }: { photo: string; view: ChatPhotoView; name: string }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { mutate, isPending, variables } = useMutation({
    // Runs one request at a time, so that the last press wins.
    scope: { id: `accept-photo:${photo}` },
    mutationFn: (always: boolean) => acceptPhoto(photo, always),
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
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

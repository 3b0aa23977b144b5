import type { ChatPhoto, ChatPhotoView } from '@heartline/contracts';
import { IconButton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useErrorMessage } from '../../../client/error-message.ts';
import { acceptPhoto } from './photo-content.tsx';

interface PhotoViewerProps {
  photo: ChatPhoto;
  view: ChatPhotoView;
  address: string;
  /** Who sent it; null for an own one. */
  name: string | null;
  onClose: () => void;
}

/** One photo on the whole screen. Escape, the cross and a press beside it close. */
export function PhotoViewer({ photo, view, address, name, onClose }: PhotoViewerProps) {
  const { t } = useLingui();
  const title = name === null ? t`Your photo` : t`Photo from ${name}`;
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-50 bg-black/92 data-entering:animate-fade data-exiting:opacity-0"
    >
      <Modal className="size-full">
        <Dialog aria-label={title} className="flex size-full flex-col outline-none">
          <header className="flex min-h-14 shrink-0 items-center gap-3 px-2 text-white">
            <span className="grow truncate pl-3 font-medium">{title}</span>
            <IconButton
              label={t`Close`}
              onPress={onClose}
              className="text-white hover:bg-white/15 hover:text-white"
            >
              <X className="size-6" aria-hidden />
            </IconButton>
          </header>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            className="flex min-h-0 grow cursor-zoom-out items-center justify-center p-2"
            onClick={onClose}
          >
            <img
              src={address}
              alt=""
              width={photo.width}
              height={photo.height}
              className="max-h-full w-auto max-w-full object-contain"
            />
          </button>
          <p className="sr-only" role="img" aria-label={title} />
          {name !== null && <AlwaysShown photo={photo.id} view={view} name={name} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whether photos of this person are shown without asking; changed here. */
function AlwaysShown({ photo, view, name }: { photo: string; view: ChatPhotoView; name: string }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const [always, setAlways] = useState(view.always);
  const change = async () => {
    setAlways(!always);
    try {
      await acceptPhoto(photo, !always);
    } catch (error) {
      setAlways(always);
      void showToast({ title: say(error), tone: 'error' });
    }
  };
  return (
    <footer className="flex shrink-0 justify-center px-4 pt-1 pb-[max(12px,env(safe-area-inset-bottom))]">
      <button
        type="button"
        role="switch"
        aria-checked={always}
        aria-label={t`Always show photos from ${name}`}
        className="min-h-11 rounded-full px-4 text-sm text-white underline underline-offset-4"
        onClick={() => void change()}
      >
        {always ? (
          <Trans>Ask before showing photos from {name}</Trans>
        ) : (
          <Trans>Always show photos from {name}</Trans>
        )}
      </button>
    </footer>
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../actions/icon-button.tsx';
import { useRootMark } from '../layout/root-mark.ts';
import { useOverlay } from './open-overlays.ts';
import { PageLanguage } from './page-language.tsx';

export interface LightboxProps {
  /** Describes the picture; its accessible name. */
  title: string;
  src: string;
  width: number;
  height: number;
  closeLabel: string;
  onClose: () => void;
  /** Below the picture: its actions. */
  footer?: ReactNode;
}

/** One picture on the whole screen. Escape, the close button and a press on it close it; the focus returns. */
export function Lightbox({ title, src, width, height, closeLabel, onClose, footer }: LightboxProps) {
  useRootMark('lightbox');
  useOverlay(true, onClose);
  return (
    <PageLanguage>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className="fixed inset-0 z-50 bg-black/92 data-entering:animate-fade data-exiting:opacity-0"
      >
        <Modal className="size-full">
          <AriaDialog aria-label={title} className="flex size-full flex-col outline-none">
            <header className="flex min-h-14 shrink-0 items-center gap-3 px-2 text-white">
              <span className="grow truncate pl-3 font-medium">{title}</span>
              <IconButton
                label={closeLabel}
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
                src={src}
                alt=""
                width={width}
                height={height}
                className="max-h-full w-auto max-w-full object-contain"
              />
            </button>
            <p className="sr-only" role="img" aria-label={title} />
            {footer && (
              <footer className="flex shrink-0 justify-center px-4 pt-1 pb-[max(12px,env(safe-area-inset-bottom))] text-white">
                {footer}
              </footer>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </PageLanguage>
  );
}

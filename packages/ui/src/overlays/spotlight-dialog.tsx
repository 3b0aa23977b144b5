import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useOverlay } from './open-overlays.ts';
import { PageLanguage } from './page-language.tsx';

export interface SpotlightDialogProps {
  title: string;
  /** A short line above the title. */
  eyebrow?: string | undefined;
  children: ReactNode;
  /** Runs on Escape, Back, and a press beside the content. */
  onClose: () => void;
}

/**
 * A modal moment over the whole window, such as a match. The focus moves to the dialog itself. The member may not have
 * opened it, so a key meant for the page must not press its first button.
 */
export function SpotlightDialog({ title, eyebrow, children, onClose }: SpotlightDialogProps) {
  useOverlay(true, onClose);
  return (
    <PageLanguage>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className="fades fixed inset-0 z-50 grid animate-fade justify-items-center overflow-y-auto bg-paper/96 px-4 py-5 text-ink backdrop-blur-md"
      >
        <Modal className="m-auto w-full max-w-100 outline-none">
          <AriaDialog className="grid justify-items-center text-center outline-none">
            {eyebrow && <p className="mb-1 text-sm font-semibold text-pulse">{eyebrow}</p>}
            <Heading slot="title" className="title text-2xl sm:text-3xl">
              {title}
            </Heading>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </PageLanguage>
  );
}

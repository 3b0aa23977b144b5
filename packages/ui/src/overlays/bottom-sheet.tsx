import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import { overlayClass } from './dialog.tsx';
import { useOverlay } from './open-overlays.ts';
import { PageLanguage } from './page-language.tsx';

export interface BottomSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  /** Fixed at the bottom, such as "Show 48 members". */
  footer?: ReactNode;
}

/** A pull of this distance, or of this speed (px per ms), closes the sheet. */
const closeDistance = 120;
const closeSpeed = 0.6;

function useDragDown(onClose: () => void) {
  const [offset, setOffset] = useState(0);
  const start = useRef<{ y: number; at: number } | null>(null);
  const end = (event: PointerEvent) => {
    if (!start.current) return;
    const distance = event.clientY - start.current.y;
    const speed = distance / Math.max(1, event.timeStamp - start.current.at);
    start.current = null;
    setOffset(0);
    if (distance > closeDistance || (distance > 24 && speed > closeSpeed)) onClose();
  };
  return {
    offset,
    handleProps: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, at: event.timeStamp };
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current) setOffset(Math.max(0, event.clientY - start.current.y));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** A sheet from the bottom for narrow screens (filters, choices). A pull at its top closes it. */
export function BottomSheet({ isOpen, onOpenChange, title, children, footer }: BottomSheetProps) {
  const { offset, handleProps } = useDragDown(() => onOpenChange(false));
  useOverlay(isOpen, () => onOpenChange(false));
  return (
    <PageLanguage>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        isDismissable
        className={classNames(overlayClass, 'items-end')}
      >
        <Modal
          style={offset ? { transform: `translateY(${offset}px)` } : {}}
          className={classNames(
            'flex max-h-[88dvh] w-full max-w-160 flex-col rounded-t-card bg-card text-ink shadow-float',
            'data-entering:[animation:sheet-up_320ms_var(--ease-line)] data-exiting:translate-y-full data-exiting:transition-transform data-exiting:duration-200',
          )}
        >
          <AriaDialog className="flex min-h-0 flex-col outline-none">
            <header
              {...handleProps}
              className="shrink-0 cursor-grab touch-none px-6 pt-3 pb-2 active:cursor-grabbing"
            >
              <span className="mx-auto mb-3 block h-1 w-10 rounded-full bg-line" />
              <Heading slot="title" className="title text-lg">
                {title}
              </Heading>
            </header>
            <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pb-4">{children}</div>
            <footer className="shrink-0 px-6 pb-[max(16px,env(safe-area-inset-bottom,0px))]">
              {footer && <div className="border-t border-line pt-4 *:w-full">{footer}</div>}
            </footer>
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </PageLanguage>
  );
}

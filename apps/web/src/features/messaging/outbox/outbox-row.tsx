import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, Hourglass } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';
import { isFocusLost, useFocusWhenDrawn } from '../focus-when-drawn.ts';
import { usePriceText } from '../price-text.ts';
import type { OutboxEntry } from './outbox-store.ts';
import { needsMember, sumOf } from './refused-entry.ts';
import { useLateEntries } from './use-late-entries.ts';

const OutboxDialog = lazyOverlay(() => import('./outbox-dialog.tsx'), 'OutboxDialog');

interface OutboxRowProps {
  /** Counts this conversation only; the dialog shows everything. */
  conversation?: string | undefined;
  /**
   * Leaves out the open conversation, which shows its own count. An empty string hides the row until it is known which
   * one is open, so that nothing flashes.
   */
  besides?: string | undefined;
}

/** Number and price of the waiting messages, as a button to the outbox dialog. Hidden while nothing waits. */
export function OutboxRow({ conversation, besides }: OutboxRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { price } = usePriceText();
  const entries = useLateEntries();
  const counted = entries.filter(
    (entry) =>
      besides !== '' &&
      (conversation === undefined || isForRow(entry, conversation)) &&
      entry.conversation !== besides,
  );
  const total = sumOf(counted);
  const isDecisionDue = counted.some(needsMember);
  const isUnsaved = counted.some((entry) => entry.isUnsaved);
  const here = useRef<HTMLDivElement>(null);
  const focusWhenDrawn = useFocusWhenDrawn();
  const close = () => {
    setOpen(false);
    // The opener disappears with the last message, so the focus goes to what is beside it.
    focusWhenDrawn(() => {
      if (!isFocusLost()) return null;
      return here.current?.querySelector('button') ?? besideOf(here.current);
    });
  };
  return (
    <div ref={here} className="contents">
      {counted.length > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mx-auto flex min-h-11 w-full max-w-chat shrink-0 animate-fade cursor-pointer items-center gap-3 px-5 py-1.5 text-left text-sm hover:bg-sunk focus-visible:-outline-offset-2"
        >
          <Hourglass
            className={isDecisionDue ? 'size-4.5 shrink-0 text-danger' : 'size-4.5 shrink-0 text-ink-2'}
            aria-hidden
          />
          <span className="min-w-0 grow font-medium">
            {plural(counted.length, {
              one: '# message waiting to be sent',
              other: '# messages waiting to be sent',
            })}
            {isUnsaved && (
              <span className="block font-normal text-danger">
                <Trans>This device couldn’t save it. Keep this page open until it’s sent.</Trans>
              </span>
            )}
            {isDecisionDue && (
              <span className="block font-normal text-danger">
                <Trans>A message needs your decision</Trans>
              </span>
            )}
          </span>
          {total !== undefined && <span className="tabular shrink-0 text-ink-2">{price(total)}</span>}
          <ChevronRight className="size-4.5 shrink-0 text-ink-2 rtl:rotate-180" aria-hidden />
        </button>
      )}
      <Suspense fallback={null}>{isOpen && <OutboxDialog onClose={close} />}</Suspense>
    </div>
  );
}

/** True for a message of the open conversation, unless its bubble there says that it waits for credits. */
const isForRow = (entry: OutboxEntry, conversation: string) =>
  entry.conversation === conversation && entry.refusal?.code !== 'NOT_ENOUGH_CREDITS';

/**
 * The message field, or the first control of the conversation list. Null on a device where focusing a field opens a
 * keyboard.
 */
function besideOf(row: HTMLElement | null): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null;
  const field = row?.closest('[data-conversation]')?.querySelector('textarea');
  return field ?? row?.parentElement?.querySelector('input, button, a') ?? null;
}

import type { ErrorCode } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { WaitsForCredits } from './credits/waits-for-credits.tsx';
import { EntryButton } from './entry-button.tsx';
import { rememberFictionalConfirmed } from './fictional-confirmation.ts';
import { handOver } from './hand-over.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { priceOf } from './outbox/refused-entry.ts';
import { outbox } from './outbox/use-outbox.ts';
import { useReason } from './outbox/use-reason.ts';
import { useWhenItGoes } from './outbox/when-it-goes.ts';
import { usePriceText } from './price-text.ts';
import { giveBack } from './undo/give-back.ts';

const FictionalDialog = lazyOverlay(() => import('./fictional-dialog.tsx'), 'FictionalDialog');

interface FailedNoteProps {
  entry: OutboxEntry;
  name: string;
  reasonId?: string | undefined;
}

/** Says why a message was not sent, and offers the actions on it. */
export function FailedNote({ entry, name, reasonId }: FailedNoteProps) {
  const { code, words } = useReason()(entry, name);
  if (code === 'NOT_ENOUGH_CREDITS') return <WaitsForCredits entry={entry} reasonId={reasonId} />;
  return (
    <div className="mt-1 max-w-[min(78%,520px)] text-right text-sm">
      <div role="status" id={reasonId}>
        <p className="text-danger">
          <CircleAlert className="mr-1.5 inline size-4 align-[-3px]" aria-hidden />
          {words}
        </p>
        {code === 'PRICE_CHANGED' && <PriceNote was={entry.credits} />}
        {entry.state === 'held' && <HeldNote code={code} />}
      </div>
      <div className="-mr-3 flex flex-wrap items-center justify-end">
        {code === 'GIFT_GONE' && <AnotherGift entry={entry} />}
        <EntryActions entry={entry} />
      </div>
    </div>
  );
}

/** The old price; the refusal above it names the new one. */
function PriceNote({ was }: { was: number }) {
  const before = usePriceText().price(was);
  return (
    <p className="mt-0.5 text-ink-2">
      <Trans>It used to be {before}.</Trans>
    </p>
  );
}

/** When a held message goes out by itself. */
export function HeldNote({ code }: { code: ErrorCode }) {
  const whenItGoes = useWhenItGoes();
  return <p className="mt-0.5 text-ink-2">{whenItGoes(code)}</p>;
}

/** Deletes the message and puts its text into the gift sheet, where the member chooses another gift. */
function AnotherGift({ entry: { key, member, conversation, text, gift, quote } }: { entry: OutboxEntry }) {
  const choose = async () => {
    if (await outbox.discard(key)) giveBack(member, conversation, { text, gift: gift?.id, quote });
  };
  return (
    <Button size="sm" variant="ghost" onPress={() => void choose()}>
      <Trans>Choose another gift</Trans>
    </Button>
  );
}

interface EntryActionsProps {
  entry: OutboxEntry;
  /** Text of the message, for the accessible names of its buttons when several messages are listed. */
  about?: string | undefined;
}

/** Actions on a message that was not sent. */
export function EntryActions({ entry, about }: EntryActionsProps) {
  const { key, state, refusal, member, conversation, text, quote, photo, gift } = entry;
  const { t } = useLingui();
  const code = refusal?.code;
  const price = priceOf(entry);
  const again = useAgainText()(code, price);
  const isAskedPrice = code === 'PRICE_CHANGED';
  const retry = (pressed: HTMLElement) => {
    handOver(pressed);
    void outbox.retry(key, isAskedPrice ? { credits: price } : {});
  };
  const giveUp = async (pressed: HTMLElement) => {
    handOver(pressed);
    const isGone = await outbox.discard(key);
    // A member who declines a price gets the text back.
    if (isGone && isAskedPrice)
      giveBack(member, conversation, { text, quote, picture: photo?.blob, gift: gift?.id });
  };
  return (
    <>
      <WayOut code={code} />
      {code === 'FICTIONAL_NOT_CONFIRMED' && <AgainOnceConfirmed entry={entry} about={about} />}
      {state === 'failed' && !HAS_ITS_OWN_WAY.has(code) && (
        <EntryButton label={again} about={about} onPress={retry} />
      )}
      <EntryButton
        label={isAskedPrice ? t`Don’t send` : t`Delete`}
        about={about}
        onPress={(pressed) => void giveUp(pressed)}
      />
    </>
  );
}

/** Link to the page where the member can remove the cause of the refusal. */
function WayOut({ code }: { code: ErrorCode | undefined }) {
  return (
    <>
      {code === 'NOT_ENOUGH_CREDITS' && (
        <Button size="sm" variant="ghost" href="/credits">
          <Trans>Get credits</Trans>
        </Button>
      )}
      {code === 'CONVERSATION_LIMIT' && (
        <Button size="sm" variant="ghost" href="/premium">
          <Trans>See Premium</Trans>
        </Button>
      )}
      {code === 'SPENDING_LIMIT' && (
        <Button size="sm" variant="ghost" href="/credits/limits">
          <Trans>View limits</Trans>
        </Button>
      )}
      {code === 'SPENDING_PAUSED' && (
        <Button size="sm" variant="ghost" href="/credits/limits">
          <Trans>View break</Trans>
        </Button>
      )}
    </>
  );
}

/** Refusals with their own button, where “Send again” would be refused again. */
const HAS_ITS_OWN_WAY: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'GIFT_GONE',
  'FICTIONAL_NOT_CONFIRMED',
]);

/**
 * Shows the fictional confirmation before the message is sent again, because the profile was not known to be fictional.
 */
function AgainOnceConfirmed({ entry, about }: EntryActionsProps) {
  const { t } = useLingui();
  const { key, member, name } = entry;
  // The stored price was that of a message to a real person. A gift costs the same to anyone.
  const credits = entry.kind === 'gift' ? entry.credits : undefined;
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    rememberFictionalConfirmed(member);
    setAsking(false);
    void outbox.retry(key, { fictionalConfirmed: true });
  };
  return (
    <>
      <EntryButton
        label={t`Send again`}
        about={about}
        onPress={(pressed) => {
          // The dialog returns the focus there, because the button is gone by then.
          handOver(pressed);
          setAsking(true);
        }}
      />
      <Suspense fallback={null}>
        {isAsking && (
          <FictionalDialog
            name={name}
            credits={credits}
            onClose={() => setAsking(false)}
            onConfirm={confirm}
          />
        )}
      </Suspense>
    </>
  );
}

function useAgainText() {
  const { t } = useLingui();
  const { price } = usePriceText();
  return (code: ErrorCode | undefined, credits: number): string => {
    const amount = price(credits);
    if (code === 'PRICE_CHANGED') return t`Send for ${amount}`;
    return code === 'QUOTE_GONE' ? t`Send without quote` : t`Send again`;
  };
}

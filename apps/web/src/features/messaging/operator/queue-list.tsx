import type { getOperatorQueue, OutputOf, QueueEntry } from '@heartline/contracts';
import { Avatar, EmptyState, FictionalChip, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { PenLine } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { useSettings } from '../../../client/session.ts';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { useFictionalLabel } from '../../../people/fictional-label.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import { PreviewText } from '../content/preview-text.tsx';
import { ShiftCounts } from './shift-counts.tsx';
import { WaitingTime } from './waiting-time.tsx';

const TICK_MS = 15_000;

export interface QueueListProps {
  queue: OutputOf<typeof getOperatorQueue> | undefined;
  /** Error if the queue could not be loaded. */
  error: unknown;
  onRetry: () => unknown;
  opened: string | undefined;
  onOpen: (entry: QueueEntry) => void;
}

/** Moves the focus through the rows with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const list = event.currentTarget.closest('ul');
  const rows = [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
}

/** Waiting chats, oldest first, with the operator who has each open. */
export function QueueList({ queue, error, onRetry, opened, onOpen }: QueueListProps) {
  const { t } = useLingui();
  const now = useServerClock(TICK_MS);
  if (!queue && error) return <LoadFailure error={error} onRetry={onRetry} />;
  if (!queue) {
    return (
      <div className="grid gap-3 p-4">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-18" />
        ))}
      </div>
    );
  }
  if (queue.entries.length === 0) {
    return (
      <>
        <ShiftCounts queue={queue} now={now} />
        <EmptyState drawing="inbox" title={t`No one is waiting`}>
          <Trans>New messages to fictional profiles appear here automatically.</Trans>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ShiftCounts queue={queue} now={now} />
      <ul aria-label={t`Waiting chats`} className="grid grid-cols-1 gap-1 px-2 pb-4">
        {queue.entries.map((entry) => (
          <li key={entry.conversation}>
            <QueueRow entry={entry} now={now} isOpened={entry.conversation === opened} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

function QueueRow({
  entry,
  now,
  isOpened,
  onOpen,
}: { entry: QueueEntry; now: number; isOpened: boolean } & Pick<QueueListProps, 'onOpen'>) {
  const fictional = useFictionalLabel();
  const { cdn_prefix: prefix } = useSettings();
  const { member, profile, holder, preview, previewKind = 'text' } = entry;
  const isBusy = holder !== null && !holder.mine;
  const name = holder?.name ?? '';
  return (
    <button
      type="button"
      onClick={() => onOpen(entry)}
      onKeyDown={moveFocus}
      aria-current={isOpened ? 'true' : undefined}
      className="flex w-full items-start gap-3 rounded-control px-3 py-3 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-card"
    >
      <Avatar name={member.name} src={photoUrl(prefix, member.main_image?.thumb_filename)} />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="grow truncate font-semibold">{member.name}</span>
          <WaitingTime since={entry.waitingSince} now={now} />
        </span>
        <span className="mt-1 flex items-center gap-2 text-sm text-ink-2">
          <span className="min-w-0 truncate">
            <Trans>to {profile.name}</Trans>
          </span>
          <span className="flex max-w-3/5 shrink-0">
            <FictionalChip>{fictional}</FictionalChip>
          </span>
        </span>
        <span className="mt-1 block truncate text-sm">
          <PreviewText kind={previewKind} text={preview} />
        </span>
        {isBusy && (
          <span className="mt-1 flex items-center gap-1.5 text-sm font-medium text-sky">
            <PenLine className="size-3.5" aria-hidden />
            <Trans>{name} is answering</Trans>
          </span>
        )}
      </span>
    </button>
  );
}

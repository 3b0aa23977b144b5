import { createHash } from 'node:crypto';
import { type JobDataOf, notifyMessages, settleMessages } from '@heartline/contracts';
import { createBatcher, uniqueBy } from '@heartline/platform';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Credits } from '../credits/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import type { ConversationRow, Conversations } from './conversation.repository.ts';
import type { Gifts } from './gift.repository.ts';
import type { Sides } from './inbox.repository.ts';
import type { Marks } from './marks.repository.ts';
import type { OperatorQueue } from './operators/queue.repository.ts';

type SettleItem = JobDataOf<typeof settleMessages>['items'][number];

/** Shared context of the use cases of this feature, built once by `createMessaging`. */
export interface MessagingContext
  extends Pick<CoreDeps, 'mongo' | 'publisher' | 'clock' | 'ids' | 'logger' | 'config'> {
  conversations: Conversations;
  /** Members' sides of their conversations, and the writer of their marks. */
  sides: Sides;
  marks: Marks;
  site: Pick<Site, 'settingsOf'>;
  safety: Pick<Safety, 'isBlocked' | 'relation' | 'followBlock' | 'reportProfile' | 'cases' | 'audited'>;
  accounts: Pick<Accounts, 'accountOf' | 'confirmFictional'>;
  profiles: Pick<
    Profiles,
    'statusOf' | 'getProfile' | 'cards' | 'presence' | 'meets' | 'pictures' | 'profileOf' | 'setOpeners'
  >;
  gifts: Gifts;
  /** True if the first likes the second. */
  hasLiked(who: string, whom: string): Promise<boolean>;
  /**
   * Asks again about the pushes of likes in a period, `until` excluded, and returns their number. Rejects if
   * no queue takes it.
   */
  askAboutLikes(time: { from: number; until: number }): Promise<number>;
  credits: Credits;
  followUp: FollowUp;
  /** Conversations that wait for operators of fictional profiles. */
  operatorQueue: OperatorQueue;
}

/** A message whose recipient may need a push. */
type Pushed = Pick<ConversationRow, 'recipient' | 'owner' | 'n'>;

/** Remaining work for a published message. */
interface Followed {
  row: Pushed;
  /** Absent if the sweep must look at it again. */
  settle?: SettleItem;
}

export interface FollowUp {
  /** Collects remaining work. If it cannot be enqueued, the hold stays open for the sweep. */
  add(item: Followed): void;
  /** Asks about pushes at once, before the caller ends what would repeat the question; false if it fails. */
  ask(rows: readonly Pushed[]): Promise<boolean>;
  flush(): Promise<void>;
}

/** Ids per job: a job costs Redis and the worker the same for one id as for many. */
const SIZE = 200;
/**
 * Time for which the first message waits for others: its credits are held, so no member sees a difference.
 */
const WAIT_MS = 200;
/** Time for the recipient to read the message live before a push is considered. */
const NOTIFY_AFTER_MS = 3_000;

/**
 * Collects follow-up work into jobs of many ids; a message that was sent twice is named once.
 *
 * - The job id names all its messages. A retry through another gateway may start another batch with the same
 *   first message, and a queue drops a second job with the same id.
 * - Settling comes last, because settled messages are never looked at again. A crash or failure before it
 *   leaves a hold for the sweep, which also asks about the push.
 */
export function createFollowUp(queues: CoreDeps['queues']): FollowUp {
  async function ask(asked: readonly Pushed[]): Promise<boolean> {
    const rows = uniqueBy(asked, rowName);
    for (let first = 0; first < rows.length; first += SIZE) {
      const some = rows.slice(first, first + SIZE);
      const isAsked = await queues.enqueue(
        notifyMessages,
        { items: some.map(({ recipient, owner, n }) => ({ recipient, conversation: owner, seq: n })) },
        {
          jobId: jobId('notify', some, rowName),
          delayMs: NOTIFY_AFTER_MS - WAIT_MS,
        },
      );
      if (!isAsked) return false;
    }
    return true;
  }
  const { add, flush } = createBatcher<Followed>({ size: SIZE, waitMs: WAIT_MS }, async (gathered) => {
    if (!(await ask(gathered.map(({ row }) => row)))) return;
    const held = uniqueBy(
      gathered.flatMap(({ settle }) => settle ?? []),
      holdName,
    );
    if (held.length === 0) return;
    await queues.enqueue(settleMessages, { items: held }, { jobId: jobId('settle', held, holdName) });
  });
  return { add, ask, flush };
}

const rowName = ({ owner, n }: Pushed) => `${owner}:${n}`;
const holdName = ({ member, clientId }: SettleItem) => `${member}:${clientId}`;

function jobId<Item>(kind: string, items: readonly Item[], nameOf: (item: Item) => string): string {
  const names = createHash('sha256').update(items.map(nameOf).join('\n'));
  return `${kind}-${names.digest('base64url')}`;
}

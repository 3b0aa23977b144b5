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

/** What the use cases of this feature share: built once by `createMessaging`. */
export interface MessagingContext
  extends Pick<CoreDeps, 'mongo' | 'publisher' | 'clock' | 'ids' | 'logger' | 'config'> {
  conversations: Conversations;
  /** Members' sides of their conversations, and what moves the marks on them. */
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
  /** Whether the first likes the second. */
  hasLiked(who: string, whom: string): Promise<boolean>;
  /** Asks once more about the pushes of likes of a time, `until` excluded; how many. Rejects where no queue takes it. */
  askAboutLikes(time: { from: number; until: number }): Promise<number>;
  credits: Credits;
  followUp: FollowUp;
  /** What waits for the people who answer for fictional profiles. */
  operatorQueue: OperatorQueue;
}

/** A message whose recipient may need a push. */
type Pushed = Pick<ConversationRow, 'recipient' | 'owner' | 'n'>;

/** What is still to be done about a message that both sides were told of. */
interface Followed {
  row: Pushed;
  /** None where the sweep is to look at it again. */
  settle?: SettleItem;
}

export interface FollowUp {
  /** Gathers what is to be done. Where it could not be handed over, the hold stays open for the sweep. */
  add(item: Followed): void;
  /** Asks about pushes at once, for who may end what would bring the question back only after that; false if it can't. */
  ask(rows: readonly Pushed[]): Promise<boolean>;
  flush(): Promise<void>;
}

/** How many ids share a job: a job costs Redis and the worker the same for one as for many. */
const SIZE = 200;
/** How long the first message waits for company: its credits are held, so nobody sees the difference. */
const WAIT_MS = 200;
/** A moment for the recipient to read the message live before anyone thinks of a push. */
const NOTIFY_AFTER_MS = 3_000;

/**
 * Gathers follow-up work into jobs of many ids; a message that was sent twice meanwhile is named once. All of them name the job: a retry through another gateway makes a
 * gathering that begins with the same message and goes on with others, and a queue drops the second job of one name.
 * Settled comes last: what is settled nobody looks at again, so a process that dies, or a hand-over that fails, in between
 * leaves a hold for the sweep, which asks about the push too.
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

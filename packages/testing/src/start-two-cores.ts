import { randomUUID } from 'node:crypto';
import { checkInvariants, type Violation } from '@heartline/core';
import type { DependencyOverrides } from '@heartline/platform';
import { type AddedMember, addMembers, type MemberWish } from './add-members.ts';
import { type CoreInTest, startCore } from './start-core.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestEngines } from './test-engines.ts';

const DAY_MS = 86_400_000;
const BOOKS_MS = 30 * DAY_MS;

type Hold = Parameters<CoreInTest['core']['credits']['hold']>[0];
type Held = Exclude<Awaited<ReturnType<CoreInTest['core']['credits']['hold']>>, { code: string }>;

/** The cores of two gateways over the same databases, with a clock of the test. */
export interface TwoCores {
  a: CoreInTest;
  b: CoreInTest;
  clock: TestClock;
  /** Moves the clock forward. */
  later(ms: number): void;
  /** Runs the scheduled work of two workers at once, after this time. */
  sweep(laterMs: number): Promise<void>;
  people(...wishes: MemberWish[]): Promise<[AddedMember, AddedMember, ...AddedMember[]]>;
  /**
   * The state after a crash between the two inserts of a send: credits held for a message, by `a` unless given.
   * @throws {Error} with the code of a refusal.
   */
  hold(from: AddedMember, to: AddedMember, change?: Partial<Hold>, by?: CoreInTest): Promise<Held>;
  /**
   * Reports the profile of the second as that of a fake, and returns the id of the case.
   * @throws {Error} with the code of a refusal.
   */
  reportFake(by: AddedMember, whom: AddedMember): Promise<string>;
  /** Closes everything a test left open and finishes the follow-up work. Then the invariants must hold. */
  settle(): Promise<void>;
  /** Reasons of the returns to a member, row by row. */
  returns(member: AddedMember): Promise<string[]>;
  /** Credits of a member by the database. */
  balance(member: AddedMember): Promise<number>;
  /** Violations of invariants in all data. */
  violations(): Promise<Violation[]>;
  stop(): Promise<void>;
}

/** A member as the sender of a message. */
export const senderOf = ({ id }: AddedMember) => ({ member: id, site: 'default' });

/** Age at which the sweep treats a hold as abandoned. */
const LEFT_BEHIND_MS = 25_000;

/**
 * Starts both cores on one database, with external services of the test if given. The driver of `a` reports its
 * commands.
 */
export async function startTwoCores(outside: Pick<DependencyOverrides, 'payments'> = {}): Promise<TwoCores> {
  const clock = createTestClock();
  const engines = await openTestEngines();
  const { mongo, redis, names } = engines;
  const open = (isMonitored: boolean) =>
    startCore({
      mongoUrl: `${mongo.url}?monitorCommands=${isMonitored}`,
      redisUrl: redis.url,
      names,
      clock,
      ...outside,
    });
  const [a, b] = [await open(true), await open(false)];
  const sweep = async (laterMs: number) => {
    clock.advance(laterMs);
    await Promise.all([a, b].map(({ core }) => core.messaging.sweepMessages(DAY_MS)));
    await Promise.all([a, b].map(({ core }) => core.messaging.sweepReturns()));
  };
  return {
    a,
    b,
    clock,
    later: clock.advance,
    sweep,
    hold: (from, to, change, by = a) => holdAt(by, from, to, { at: clock.now(), ...change }),
    reportFake: (by, whom) => reportFakeAt(a, by, whom),
    async settle() {
      await sweep(LEFT_BEHIND_MS);
      await Promise.all([a, b].map(({ core }) => core.messaging.flush()));
    },
    async returns({ id }) {
      const { entries } = await a.core.credits.getStatement(id, { filter: 'returned' });
      return entries.map((entry) => entry.reason);
    },
    people: (...wishes) =>
      addMembers(a.mongo, a.core, wishes) as Promise<[AddedMember, AddedMember, ...AddedMember[]]>,
    balance: async ({ id }) => (await b.core.credits.balanceOf(id)).credits,
    violations() {
      const now = clock.now() + 1;
      const freeConversations = async () => 2;
      return checkInvariants(a.mongo, {
        now,
        quietMs: 0,
        windowMs: BOOKS_MS,
        whole: true,
        freeConversations,
      });
    },
    async stop() {
      await Promise.all([a.stop(), b.stop()]);
      await engines.stop();
    },
  };
}

async function reportFakeAt(
  { core }: CoreInTest,
  { id: by }: AddedMember,
  { id: profile }: AddedMember,
): Promise<string> {
  const report = await core.safety.reportProfile(by, {
    clientId: randomUUID(),
    profile,
    subject: { kind: 'profile' },
    reason: 'impersonation',
    note: '',
  });
  if (!report.ok) throw new Error(report.refusal.code);
  return report.value.case;
}

async function holdAt(
  { core }: CoreInTest,
  from: AddedMember,
  to: AddedMember,
  change: Partial<Hold> & Pick<Hold, 'at'>,
): Promise<Held> {
  const held = await core.credits.hold({
    member: from.id,
    clientId: randomUUID(),
    conversation: core.messaging.conversationOf(from.id, to.id),
    profile: { id: to.id, name: to.name },
    hash: 'x',
    credits: 1,
    starts: undefined,
    freeConversations: 2,
    ...change,
  });
  if ('code' in held) throw new Error(held.code);
  return held;
}

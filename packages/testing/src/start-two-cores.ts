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

/** Two gateways' worth of core over the same engines, with a clock the test owns. */
export interface TwoCores {
  a: CoreInTest;
  b: CoreInTest;
  clock: TestClock;
  /** Lets time go by. */
  later(ms: number): void;
  /** What the worker does by the clock, after so much time, by two workers at once. */
  sweep(laterMs: number): Promise<void>;
  people(...wishes: MemberWish[]): Promise<[AddedMember, AddedMember, ...AddedMember[]]>;
  /**
   * What a crash after the first of the two inserts of a send leaves: credits held of a member for a message to another, by
   * `a` unless given.
   * @throws {Error} with the code of a refusal.
   */
  hold(from: AddedMember, to: AddedMember, change?: Partial<Hold>, by?: CoreInTest): Promise<Held>;
  /**
   * Reports the profile of the second as that of a fake; answers the id of the case.
   * @throws {Error} with the code of a refusal.
   */
  reportFake(by: AddedMember, whom: AddedMember): Promise<string>;
  /** Whatever a test left open is closed, and its follow-up work done: then the books must add up. */
  settle(): Promise<void>;
  /** Why credits came back to a member, row by row. */
  returns(member: AddedMember): Promise<string[]>;
  /** Credits of a member, as the engine has them. */
  balance(member: AddedMember): Promise<number>;
  /** What does not add up, of all there is. */
  violations(): Promise<Violation[]>;
  stop(): Promise<void>;
}

/** A member as the send path takes them. */
export const senderOf = ({ id }: AddedMember) => ({ member: id, site: 'default' });

/** Long enough ago for the sweep to take a hold for left behind. */
const LEFT_BEHIND_MS = 25_000;

/** Starts both cores on one database, with what stands outside if a test has it; the driver of `a` tells of its commands. */
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

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  blockProfile,
  getChats,
  getLikes,
  getRefund,
  getUser,
  likeProfile,
  postMessage,
  postRead,
  type RefundOffer,
  reportProfile,
  startPayment,
  startRefund,
  unblockProfile,
  unsendMessage,
} from '@heartline/contracts';
import { adminEnvironment, adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diesAt, type Person, startWorld, until, type World } from '../../src/index.ts';
import { providerIdOf } from '../provider-in-test.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1, stubs: true });
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];
const worker = () => world.workers[0] as World['workers'][number];
const payments = () => world.stubs!.payments;
const creditsOf = async (who: Person) => (await world.inside.core.credits.balanceOf(who.id)).credits;

/** The gateway dies at a failpoint of the work, and is started again. */
async function killedAt(failpoint: string, work: () => Promise<unknown>): Promise<void> {
  await diesAt(gateway(), failpoint, work);
  await gateway().restart();
}

async function write(from: Person, to: Person) {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const { message } = await from.http.call(postMessage, input);
  return { conversation: message.conversation, seq: message.seq };
}

/** Orders 25 credits and returns the provider's id of the payment. */
async function order(who: Person): Promise<string> {
  const wish = { key: randomUUID(), package: 'p0', method: 'creditcard' } as const;
  const { redirect } = await who.http.call(startPayment, wish);
  return providerIdOf(redirect);
}

describe('a gateway is killed while it returns credits', () => {
  it('unsends a message and returns its credit once, at each failpoint', async () => {
    const places = ['unsend:after-owed', 'unsend:after-claim', 'unsend:after-blank', 'blank:after-write'];
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const rows: Awaited<ReturnType<typeof write>>[] = [];
    while (rows.length < places.length) rows.push(await write(mara, jonas));
    for (const [index, place] of places.entries()) {
      await diesAt(gateway(), place, () =>
        mara.http.call(unsendMessage, rows[index] as (typeof rows)[number]),
      );
    }
    await gateway().restart();
    // Without a repeat: the sweep finishes it.
    await until(
      () => creditsOf(mara),
      (credits) => credits === 5,
      90_000,
    );
    const page = await world.inside.core.messaging.listMessages(
      { member: jonas.id, site: 'default' },
      { conversation: rows[0]?.conversation ?? '' },
    );
    expect(page.ok && page.value.messages.map(({ gone }) => gone)).toEqual(places.map(() => 'unsent'));
    // The lists show the last of them.
    const { chats } = await jonas.http.call(getChats, {});
    expect(chats).toMatchObject([{ preview: '', previewGone: 'unsent' }]);
    for (const row of rows) await mara.http.call(unsendMessage, row);
    expect(await creditsOf(mara)).toBe(5);
  }, 200_000);

  it('unsends a first message whose send died before the lists knew of it', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    await killedAt('send:after-message', () => write(mara, jonas));
    const conversation = world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    await mara.http.call(unsendMessage, { conversation, seq: 1 });
    expect(await creditsOf(mara)).toBe(5);
    const { chats } = await jonas.http.call(getChats, {});
    expect(chats).toMatchObject([{ preview: '', previewGone: 'unsent', num_unread_messages: 0 }]);
  }, 200_000);

  it('ends a refund once, with money or credits at the member, never both [C6]', async () => {
    const places = [
      'refund:before-ledger',
      'refund:after-ledger',
      'refund:after-mail',
      'refund:before-provider',
      'refund:after-provider',
    ];
    const people = await world.people({}, {}, {}, {}, {});
    const orders = await Promise.all(people.map(order));
    for (const providerId of orders) payments().act(providerId, 'pay');
    const balances = () => Promise.all(people.map(creditsOf));
    await until(balances, (credits) => credits.every((one) => one === 25), 60_000);
    const wishes = await Promise.all(
      people.map(async (mara) => {
        const [offer] = (await mara.http.call(getRefund, {})).offers;
        const { payment, turn, credits, cents } = offer as RefundOffer;
        return { cents, ask: () => mara.http.call(startRefund, { payment, turn, credits, cents }) };
      }),
    );
    for (const [index, { ask }] of wishes.entries()) await diesAt(gateway(), places[index] ?? '', ask);
    expect(await balances()).toEqual([25, 0, 0, 0, 0]);
    await gateway().restart();
    for (const { ask } of wishes) await ask();
    const states = () =>
      Promise.all(
        people.map(async (mara) => {
          const { refunds } = await mara.http.call(getRefund, {});
          const { user } = await mara.http.call(getUser, {});
          return [refunds.map(({ state }) => state).join(), user.credits, user.paid_user].join(' ');
        }),
      );
    await until(states, (found) => found.every((one) => one === 'completed 0 false'), 90_000);
    for (const [index, providerId] of orders.entries()) {
      const refunds = payments().find(providerId)?.refunds ?? [];
      const done = refunds.map(({ amountCents, state }) => [amountCents, state]);
      expect(done, places[index]).toEqual([[wishes[index]?.cents, 'done']]);
    }
  }, 200_000);

  it('returns the credits of a bounced refund once, at each failpoint [C6]', async () => {
    const places = ['refund:after-return', 'refund:before-bounced'];
    const people = await world.people({}, {});
    const orders = await Promise.all(people.map(order));
    for (const providerId of orders) payments().act(providerId, 'pay');
    await until(
      () => Promise.all(people.map(creditsOf)),
      (credits) => credits.every((one) => one === 25),
      60_000,
    );
    for (const mara of people) {
      const [offer] = (await mara.http.call(getRefund, {})).offers as [RefundOffer];
      const { payment, turn, credits, cents } = offer;
      await mara.http.call(startRefund, { payment, turn, credits, cents });
    }
    const states = () =>
      Promise.all(
        people.map(async (mara) => {
          const { refunds } = await mara.http.call(getRefund, {});
          return [refunds.map(({ state }) => state).join(), await creditsOf(mara)].join(' ');
        }),
      );
    await until(states, (found) => found.every((one) => one === 'completed 0'), 60_000);
    for (const [index, place] of places.entries()) {
      await killedAt(place, async () => payments().act(orders[index] as string, 'refundBounces'));
    }
    await until(states, (found) => found.every((one) => one === 'bounced 25'), 90_000);
    const bounced = (who: Person) =>
      world.stubs!.mailbox.mails(who.email).filter(({ subject }) => subject.includes('came back'));
    await until(
      () => people.map((who) => bounced(who).length),
      (counts) => counts.every((count) => count === 1),
      60_000,
    );
  }, 200_000);

  it('takes the credits of a disputed payment once, at each failpoint [K11 K12]', async () => {
    const places = ['dispute:after-row', 'dispute:after-ledger'];
    const people = await world.people({}, {});
    const orders = await Promise.all(people.map(order));
    for (const providerId of orders) payments().act(providerId, 'pay');
    const stands = () =>
      Promise.all(
        people.map(async (mara) => {
          const { user } = await mara.http.call(getUser, {});
          return `${user.credits} ${user.debt} ${user.paid_user}`;
        }),
      );
    await until(stands, (found) => found.every((one) => one === '25 0 true'), 60_000);
    for (const [index, place] of places.entries()) {
      await killedAt(place, async () => payments().act(orders[index] as string, 'disputed'));
    }
    await until(stands, (found) => found.every((one) => one === '0 0 false'), 90_000);
    for (const [index, place] of places.entries()) {
      await killedAt(place, async () => payments().act(orders[index] as string, 'disputeWon'));
    }
    await until(stands, (found) => found.every((one) => one === '25 0 true'), 90_000);
    for (const mara of people) {
      const { entries } = await world.inside.core.credits.getStatement(mara.id);
      expect(entries.map(({ kind }) => kind)).toEqual(['return', 'chargeback', 'purchase']);
    }
  }, 200_000);

  it('lets the sweep finish a block and an unblock and notify both members', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const versions = () =>
      Promise.all([mara, jonas].map(async ({ http }) => (await http.call(getUser, {})).version.n));
    const notifiedSince = (before: number[], events: number[]) =>
      until(versions, (now) => now.every((n, at) => n === before[at]! + events[at]!), 90_000);
    await write(mara, jonas);
    await mara.http.call(likeProfile, { profile: jonas.id });
    const before = await versions();
    await killedAt('block:before-following', () => jonas.http.call(blockProfile, { profile: mara.id }));
    // Both are notified that they are hidden, and Mara that her credit is back.
    await notifiedSince(before, [2, 1]);
    expect(await creditsOf(mara)).toBe(3);
    const blocked = await versions();
    await killedAt('block:before-following', () => jonas.http.call(unblockProfile, { profile: mara.id }));
    await notifiedSince(blocked, [1, 1]);
    expect((await jonas.http.call(getLikes, {})).liked_by).toEqual([]);
    await write(mara, jonas);
    expect(await creditsOf(mara)).toBe(2);
  }, 200_000);
});

describe('a worker is killed while it returns credits', () => {
  it('lets the next one continue: every undelivered message comes back once', async () => {
    const [mara, jonas] = await world.people({ credits: 9, premium: true }, {});
    for (let n = 0; n < 4; n += 1) await write(mara, jonas);
    await diesAt(worker(), 'return:after-one', async () => {
      await world.inside.core.profiles.setStatus(jonas.id, 'deleted');
      await world.inside.core.messaging.recipientGone(jonas.id, 'deleted');
    });
    const first = await creditsOf(mara);
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(9);
    await worker().restart();
    await until(
      () => creditsOf(mara),
      (credits) => credits === 9,
      90_000,
    );
  });
});

describe('the operators’ command is killed', () => {
  /** Runs `npm run admin` as a process of its own, and returns the signal that ended it. */
  async function killedBy(failpoint: string, args: readonly string[]): Promise<unknown> {
    const main = fileURLToPath(new URL('../../../../services/admin/main.js', import.meta.url));
    const env = { ...adminEnvironment(world), FAILPOINTS: `${failpoint}=kill` };
    const command = spawn(process.execPath, [main, ...args], { env, stdio: 'ignore' });
    const [, signal] = await once(command, 'exit');
    return signal;
  }

  it('lets the sweep return everything once at return-all:after-owed, or a repeat', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const row = await write(mara, jonas);
    await jonas.http.call(postRead, row);
    const { case: id } = await mara.http.call(reportProfile, {
      clientId: randomUUID(),
      profile: jonas.id,
      subject: { kind: 'profile' },
      reason: 'impersonation',
      note: '',
    });
    const decide = ['case', 'decide', id, '--outcome', 'removed_as_fake', '--reason', 'Pictures of another.'];
    expect(await killedBy('return-all:after-owed', decide)).toBe('SIGKILL');
    // The sweep waits half a minute for the command to do it itself.
    await world.shiftClock(40_000);
    await until(
      () => creditsOf(mara),
      (credits) => credits === 3,
      90_000,
    );
    const mails = () => [mara, jonas].map(({ email }) => world.stubs!.mailbox.mails(email).length);
    const again = adminOf(world);
    expect([(await again(...decide)).code, (await again(...decide)).code]).toEqual([0, 0]);
    await until(mails, (counts) => counts.every((count) => count === 1), 60_000);
    expect(await creditsOf(mara)).toBe(3);
  }, 200_000);

  it('and keeps the invariants', async () => {
    expect(await world.violations()).toEqual([]);
  });
});

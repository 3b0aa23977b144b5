import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  blockProfile,
  getRefund,
  getUser,
  postMessage,
  postRead,
  type RefundOffer,
  reportProfile,
  startPayment,
  startRefund,
  unsendMessage,
} from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startWorld, until, type World } from '../../src/index.ts';
import { adminEnvironment, adminOf } from '../admin-in-test.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 1, workers: 1, neighbours: true });
});
afterAll(async () => {
  await world?.stop();
});

const gateway = () => world.gateways[0];
const worker = () => world.workers[0] as World['workers'][number];
const payments = () => world.neighbours!.payments;
const creditsOf = async (who: Person) => (await world.inside.core.credits.balanceOf(who.id)).credits;

/** Runs something while the gateway dies at a place in it, and starts the gateway again. */
async function killedAt(failpoint: string, work: () => Promise<unknown>): Promise<void> {
  await gateway().restart({ FAILPOINTS: `${failpoint}=kill` });
  await work().catch(() => undefined);
  await until(gateway().running, (running) => !running);
  await gateway().restart();
}

async function write(from: Person, to: Person) {
  const input = { clientId: randomUUID(), profile: to.id, text: 'Hello', credits: 1 };
  const { message } = await from.http.call(postMessage, input);
  return { conversation: message.conversation, seq: message.seq };
}

/** Orders 25 credits; answers the provider's name of the payment. */
async function order(who: Person): Promise<string> {
  const wish = { key: randomUUID(), package: 'p0', method: 'creditcard' } as const;
  const { redirect } = await who.http.call(startPayment, wish);
  return redirect.slice(redirect.lastIndexOf('/') + 1);
}

describe('a gateway is killed while credits come', () => {
  it.each(['payment:before-grant', 'payment:after-grant'])(
    'F25 of a paid payment, at %s: they are there once, and the member is a customer',
    async (failpoint) => {
      const [mara] = await world.people({});
      const providerId = await order(mara);
      await killedAt(failpoint, async () => payments().act(providerId, 'pay'));
      await until(
        () => mara.http.call(getUser, {}),
        ({ user }) => user.credits === 25 && user.paid_user,
        120_000,
      );
      const told = () => payments().find(providerId)?.webhooks ?? [];
      const before = told().length;
      payments().act(providerId, 'pay');
      await until(told, (webhooks) => webhooks.length > before && webhooks.at(-1)?.status === 200);
      expect(await creditsOf(mara)).toBe(25);
    },
    200_000,
  );
});

describe('a gateway is killed while credits go back', () => {
  it.each(['unsend:after-owed', 'unsend:after-claim', 'unsend:after-blank'])(
    'taking a message back, at %s: it is gone and its credit is back, once',
    async (failpoint) => {
      const [mara, jonas] = await world.people({ credits: 3 }, {});
      const row = await write(mara, jonas);
      await killedAt(failpoint, () => mara.http.call(unsendMessage, row));
      // Nobody asks again: the sweep does the rest.
      await until(
        () => creditsOf(mara),
        (credits) => credits === 3,
        90_000,
      );
      const page = await world.inside.core.messaging.listMessages(
        { member: jonas.id, site: 'default' },
        { conversation: row.conversation },
      );
      expect(page.ok && page.value.messages.map(({ gone }) => gone)).toEqual(['unsent']);
      await mara.http.call(unsendMessage, row);
      expect(await creditsOf(mara)).toBe(3);
    },
  );

  it.each(['refund:before-ledger', 'refund:after-ledger', 'refund:before-provider', 'refund:after-provider'])(
    'C6 a refund, at %s: money and credits never are both with the member, and it ends once',
    async (failpoint) => {
      const [mara] = await world.people({});
      const providerId = await order(mara);
      payments().act(providerId, 'pay');
      await until(
        () => creditsOf(mara),
        (credits) => credits === 25,
        60_000,
      );
      const { offers } = await mara.http.call(getRefund, {});
      const { payment, turn, credits, cents } = offers[0] as RefundOffer;
      const ask = () => mara.http.call(startRefund, { payment, turn, credits, cents });
      await killedAt(failpoint, ask);
      const refunds = () => payments().find(providerId)?.refunds ?? [];
      const isDecided = failpoint !== 'refund:before-ledger';
      expect(await creditsOf(mara)).toBe(isDecided ? 0 : 25);
      await ask();
      await until(
        async () => (await mara.http.call(getRefund, {})).refunds.map(({ state }) => state),
        (states) => states.join() === 'completed',
        90_000,
      );
      expect(refunds().map(({ amountCents, state }) => [amountCents, state])).toEqual([[cents, 'done']]);
      await until(
        () => mara.http.call(getUser, {}),
        ({ user }) => user.credits === 0 && !user.paid_user,
        60_000,
      );
    },
  );

  it('a block, before its conversation ends: the sweep ends it, and what never arrived is paid back', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    await write(mara, jonas);
    await killedAt('block:after-owed', () => jonas.http.call(blockProfile, { profile: mara.id }));
    await until(
      () => creditsOf(mara),
      (credits) => credits === 3,
      90_000,
    );
  });
});

describe('a worker is killed while it gives credits back', () => {
  it('the next one goes on: every undelivered message comes back once', async () => {
    const [mara, jonas] = await world.people({ credits: 9, premium: true }, {});
    for (let n = 0; n < 4; n += 1) await write(mara, jonas);
    await worker().restart({ FAILPOINTS: 'return:after-one=kill' });
    await world.inside.core.profiles.setStatus(jonas.id, 'deleted');
    await world.inside.core.messaging.recipientGone(jonas.id, 'deleted');
    await until(worker().running, (running) => !running, 60_000);
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
  /** `npm run admin` as a process of its own; answers what ended it. */
  async function killedBy(failpoint: string, args: readonly string[]): Promise<unknown> {
    const main = fileURLToPath(new URL('../../../../services/admin/src/main.ts', import.meta.url));
    const env = { ...adminEnvironment(world), FAILPOINTS: `${failpoint}=kill` };
    const command = spawn(process.execPath, [main, ...args], { env, stdio: 'ignore' });
    const [, signal] = await once(command, 'exit');
    return signal;
  }

  it('at return-all:after-owed: the sweep pays everything back; the same command again tells both sides, once', async () => {
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
    // The sweep leaves the command half a minute to do it itself.
    await world.shiftClock(40_000);
    await until(
      () => creditsOf(mara),
      (credits) => credits === 3,
      90_000,
    );
    const mails = () => [mara, jonas].map(({ email }) => world.neighbours!.mailbox.mails(email).length);
    expect(mails()).toEqual([0, 0]);
    const again = adminOf(world);
    expect([(await again(...decide)).code, (await again(...decide)).code]).toEqual([0, 0]);
    await until(mails, (counts) => counts.every((count) => count === 1), 60_000);
    expect(await creditsOf(mara)).toBe(3);
  }, 200_000);

  it('and the books add up', async () => {
    expect(await world.violations()).toEqual([]);
  });
});

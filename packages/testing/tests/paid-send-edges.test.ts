import { randomUUID } from 'node:crypto';
import { createPasswords } from '@heartline/platform';
import { describe, expect, it, vi } from 'vitest';
import { type AddedMember, type CoreInTest, PASSWORD, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const DAY = 86_400_000;

const { world, a, b } = twoCores();
booksAddUp(world);

async function send(core: CoreInTest, from: AddedMember, to: AddedMember, clientId: string = randomUUID()) {
  const input = { clientId, profile: to.id, text: 'Hello', credits: 1 };
  const sent = await core.core.messaging.sendMessage(senderOf(from), input);
  return sent.ok ? sent.value.message.seq : sent.refusal.code;
}

describe('a send that arrives twice', () => {
  it('is reported as sent to the try that was refused while the other one was stored', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const clientId = randomUUID();
    const landing = Promise.withResolvers<void>();
    const hold = b.core.credits.hold.bind(b.core.credits);
    vi.spyOn(b.core.credits, 'hold').mockImplementationOnce(async (wish) => {
      const held = await hold(wish);
      await landing.promise;
      return held;
    });
    const first = send(b, mara, jonas, clientId);
    await expect.poll(() => world.balance(mara)).toBe(4);
    await a.core.safety.blockProfile(jonas.id, mara.id);
    // The second try finds the conversation closed. Before it gives up the place, the first one is stored there.
    const messages = a.mongo.groupCommit('messages');
    const insert = messages.insert.bind(messages);
    vi.spyOn(messages, 'insert').mockImplementationOnce(async (run) => {
      await b.core.safety.unblockProfile(jonas.id, mara.id);
      landing.resolve();
      await first;
      return insert(run);
    });
    expect(await send(a, mara, jonas, clientId)).toBe(await first);
    expect(await world.balance(mara)).toBe(4);
  });

  it('leaves nothing behind for a recipient who was erased since', async () => {
    const account = { passwordHash: await createPasswords().hash(PASSWORD) };
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, { account });
    const clientId = randomUUID();
    const seq = await send(a, mara, jonas, clientId);
    await world.sweep(25_000);
    expect(await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).toMatchObject({ ok: true });
    world.later(15 * DAY);
    await a.core.accounts.sweepAccounts();
    expect(await send(b, mara, jonas, clientId)).toBe(seq);
    const inbox = a.mongo.connection.collection('inbox');
    expect(await inbox.countDocuments({ member: jonas.id })).toBe(0);
  });
});

describe('a recipient who was erased while no sweep ran', () => {
  /** Mara wrote to Jonas, who deleted his account and was erased 14 days later. */
  async function erased({ arrived }: { arrived: boolean }) {
    const account = { passwordHash: await createPasswords().hash(PASSWORD) };
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, { account });
    // No sweep runs from here on.
    await world.settle();
    const seq = await send(a, mara, jonas);
    const conversation = a.core.messaging.conversationOf(mara.id, jonas.id);
    if (arrived) await b.core.messaging.markReceived(jonas.id, conversation, Number(seq));
    expect(await a.core.accounts.deleteAccount(jonas.id, PASSWORD)).toMatchObject({ ok: true });
    world.later(15 * DAY);
    await a.core.accounts.sweepAccounts();
    return { mara, jonas };
  }

  it('has no pending returns: undelivered messages were paid back before', async () => {
    const { mara } = await erased({ arrived: false });
    expect(await world.returns(mara)).toEqual(['recipient_deleted']);
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(5);
  });

  it('gets no lists from the sweep that finds the message', async () => {
    const { mara, jonas } = await erased({ arrived: true });
    await world.sweep(25_000);
    expect(await a.mongo.connection.collection('inbox').countDocuments({ member: jonas.id })).toBe(0);
    expect(await world.balance(mara)).toBe(4);
  });
});

describe('a conversation that was closed and opened again', () => {
  it('returns undelivered messages before its end, and nothing written since', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, { credits: 5, premium: true });
    await send(b, mara, jonas);
    await send(b, jonas, mara);
    const { returnDebit } = a.core.credits;
    vi.spyOn(a.core.credits, 'returnDebit').mockImplementationOnce(async (...what) => {
      await b.core.safety.unblockProfile(jonas.id, mara.id);
      expect([await send(b, mara, jonas), await send(b, jonas, mara)]).toEqual([5, 6]);
      return returnDebit(...what);
    });
    await a.core.safety.blockProfile(jonas.id, mara.id);
    expect([await world.returns(mara), await world.returns(jonas)]).toEqual([['blocked'], ['blocked']]);
    expect([await world.balance(mara), await world.balance(jonas)]).toEqual([4, 4]);
  });

  it('belongs to its first sender when it was closed before any message', async () => {
    const [mara, jonas, ...others] = await world.people({ credits: 5 }, { credits: 5 }, {}, {});
    for (const other of others) expect(await send(a, jonas, other)).toBe(1);
    await a.core.safety.blockProfile(jonas.id, mara.id);
    await a.core.safety.unblockProfile(jonas.id, mara.id);
    expect(await send(b, mara, jonas)).toBe(3);
    expect(await send(a, jonas, mara)).toBe(4);
  });
});

describe('a member who is hidden', () => {
  it('is named only to members in a conversation with them, not to strangers', async () => {
    const rich = { credits: 5, premium: true };
    const [mara, jonas, nele] = (await world.people(rich, {}, rich)) as [
      AddedMember,
      AddedMember,
      AddedMember,
    ];
    await send(a, mara, jonas);
    await a.core.accounts.suspend(jonas.id);
    world.later(10_000);
    expect(await send(a, mara, jonas)).toBe('RECIPIENT_GONE');
    expect(await send(a, nele, jonas)).toBe('NOT_FOUND');
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
/** The invariants must hold after every test. */
afterEach(async () => {
  expect(await world.violations()).toEqual([]);
});

describe('a first message and a block at the same time', () => {
  /** Gateway a writes no conversation list before the gate opens, as with a slow gateway or database. */
  function slowLists() {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { connection } = a.mongo;
    const collection = connection.collection.bind(connection);
    (connection as { collection: unknown }).collection = (name: string) => {
      const found = collection(name);
      if (name !== 'inbox') return found;
      return new Proxy(found, {
        get(target, key) {
          const value = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          if (key !== 'bulkWrite') return value.bind(target);
          return async (...args: unknown[]) => {
            reached.resolve();
            await gate.promise;
            return value.apply(target, args);
          };
        },
      });
    };
    return {
      reached: reached.promise,
      open() {
        (connection as { collection: unknown }).collection = collection;
        gate.resolve();
      },
    };
  }

  it('pay back the message that never arrived, and keep it hidden after an unblock', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const lists = slowLists();
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    const sending = a.core.messaging.sendMessage(senderOf(mara), input);
    await lists.reached;
    // The message row exists, but no list has it. Jonas blocks from Mara's profile, through the other gateway.
    expect((await b.core.safety.blockProfile(jonas.id, mara.id)).ok).toBe(true);
    const version = async () => (await b.core.messaging.listChats(senderOf(jonas))).version.n;
    const before = await version();
    lists.open();
    await sending;
    await a.core.messaging.flush();
    // M6: after the block was acknowledged Jonas gets no event.
    expect(await version()).toBe(before);
    await world.sweep(25_000);
    await world.sweep(70_000);
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(3);
    await b.core.safety.unblockProfile(jonas.id, mara.id);
    const { chats } = await b.core.messaging.listChats(senderOf(jonas));
    expect(chats.map(({ preview, num_unread_messages: n }) => [preview, n])).toEqual([]);
  });
});

describe('first messages limited to members one likes', () => {
  it('are refused although a gateway still caches a block that was undone elsewhere', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    await b.core.messaging.setOpeners(jonas.id, false);
    await b.core.safety.blockProfile(jonas.id, mara.id);
    const attempt = () =>
      a.core.messaging.sendMessage(senderOf(mara), {
        clientId: randomUUID(),
        profile: jonas.id,
        text: 'Hi',
        credits: 1,
      });
    expect(await attempt()).toMatchObject({ refusal: { code: 'BLOCKED_BY' } });
    await b.core.safety.unblockProfile(jonas.id, mara.id);
    expect(await attempt()).toMatchObject({ refusal: { code: 'OPENERS_CLOSED' } });
    expect(await world.balance(mara)).toBe(5);
  });
});

describe('a block and an unblock at the same time', () => {
  it('leave the conversation open, though the gateway of the block dies on the way', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const send = () => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      return a.core.messaging.sendMessage(senderOf(mara), input);
    };
    expect(await send()).toMatchObject({ ok: true });
    const { isBlocked } = a.core.safety;
    const asked = vi.spyOn(a.core.safety, 'isBlocked').mockImplementation(async (...pair) => {
      if (asked.mock.calls.length > 1) throw new Error('cut off');
      const was = await isBlocked(...pair);
      // The row that closes the conversation is written after the other gateway has finished.
      expect(await b.core.safety.unblockProfile(jonas.id, mara.id)).toMatchObject({ ok: true });
      return was;
    });
    await expect(a.core.safety.blockProfile(jonas.id, mara.id)).rejects.toThrow('cut off');
    asked.mockRestore();
    await world.sweep(10_000);
    expect(await send()).toMatchObject({ ok: true });
    await world.settle();
  });
});

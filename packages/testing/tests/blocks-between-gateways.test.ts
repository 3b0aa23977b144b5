import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { senderOf } from '../src/index.ts';
import { twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
/** Whatever a test did, the books add up. */
afterEach(async () => {
  expect(await world.violations()).toEqual([]);
});

describe('a first message and a block of the same moment', () => {
  /** Gateway a writes no list before the gate opens: it is slow there, or its engine is. */
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

  it('what never arrived is paid back, and does not come back with an unblock', async () => {
    const [mara, jonas] = await world.people({ credits: 3 }, {});
    const lists = slowLists();
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 };
    const sending = a.core.messaging.sendMessage(senderOf(mara), input);
    await lists.reached;
    // The row stands; no list knows of it. Jonas blocks from Mara's profile, through the other gateway.
    expect((await b.core.safety.blockProfile(jonas.id, mara.id)).ok).toBe(true);
    const version = async () => (await b.core.messaging.listChats(senderOf(jonas))).version.n;
    const before = await version();
    lists.open();
    await sending;
    await a.core.messaging.flush();
    // M6: after the block was acknowledged nothing is told to Jonas.
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

describe('first messages are taken from people one likes only', () => {
  it('also where a gateway remembers a block that was taken back through another one', async () => {
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

describe('a block and an unblock of the same moment', () => {
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
      // Its row, which closes the conversation, is put once the other gateway is through.
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

import { randomUUID } from 'node:crypto';
import { conversationMarked, messageCreated, messageGone } from '@heartline/contracts';
import { senderOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const DAY = 86_400_000;

let world: WorldHere;

beforeAll(async () => {
  // Without a worker, so that only the test publishes again.
  world = await startWorld({ here: true, gateways: 2 });
});
afterAll(() => world?.stop());

describe('a message that was unsent while it was being published again', () => {
  const first = () => world.gateways[0].core;

  /** Mara wrote to Jonas. His device receives later events only: another one received the first and closed. */
  async function written() {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const earlier = await jonas.device();
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Regretted', credits: 1 };
    const sent = await first().messaging.sendMessage(senderOf(mara), input);
    if (!sent.ok) throw new Error(sent.refusal.code);
    const { conversation, seq } = sent.value.message;
    // A send does not wait for its events.
    await earlier.wait(messageCreated, () => true);
    earlier.close();
    const unsend = () => world.inside.core.messaging.unsendMessage(mara.id, { conversation, seq });
    return { mara, input, unsend, device: await jonas.device() };
  }

  /** The events of the device after the message is gone. None may hold its text. */
  async function lastMessageOf(device: Awaited<ReturnType<typeof written>>['device']) {
    await device.wait(messageGone, () => true);
    return (await device.wait(messageCreated, () => true)).message;
  }

  it('is published by the sweep without its text', async () => {
    const { unsend, device } = await written();
    const { safety, messaging } = first();
    const isBlocked = safety.isBlocked;
    vi.spyOn(safety, 'isBlocked').mockImplementationOnce(async (...pair) => {
      expect(await unsend()).toMatchObject({ ok: true });
      return isBlocked(...pair);
    });
    world.clock.advance(25_000);
    await messaging.sweepMessages(DAY);
    expect(await lastMessageOf(device)).toMatchObject({ text: '', gone: 'unsent' });
    device.close();
  });

  it('is published by a repeat without its text, and the repeat answers so too', async () => {
    const { mara, input, unsend, device } = await written();
    const { profiles, messaging } = first();
    const statusOf = profiles.statusOf;
    const asked = vi.spyOn(profiles, 'statusOf').mockImplementation(async (...who) => {
      // The rules check it, and it is checked again once the row was found.
      if (asked.mock.calls.length === 2) await unsend();
      return statusOf(...who);
    });
    const again = await messaging.sendMessage(senderOf(mara), input);
    asked.mockRestore();
    const gone = { text: '', gone: 'unsent' };
    expect(again).toMatchObject({ ok: true, value: { message: gone } });
    expect(await lastMessageOf(device)).toMatchObject(gone);
    device.close();
  });
});

describe('a message that was unsent while the read mark of its recipient was in progress', () => {
  it('is not counted on any device, although its removal arrived before the mark', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const { core, mongo } = world.inside;
    const conversation = core.messaging.conversationOf(mara.id, jonas.id);
    for (const text of ['One', 'Two', 'Regretted']) {
      const input = { clientId: randomUUID(), profile: jonas.id, text, credits: 1 };
      expect(await core.messaging.sendMessage(senderOf(mara), input)).toMatchObject({ ok: true });
    }
    const device = await jonas.device();
    const inbox = mongo.connection.collection('inbox');
    const write = inbox.bulkWrite.bind(inbox);
    // The rest above the mark is counted before the mark is written.
    vi.spyOn(inbox, 'bulkWrite').mockImplementationOnce(async (...marks: Parameters<typeof write>) => {
      const place = { conversation, seq: 3 };
      expect(await world.gateways[0].core.messaging.unsendMessage(mara.id, place)).toMatchObject({
        ok: true,
      });
      return write(...marks);
    });
    const left = { readSeq: 1, num_unread_messages: 1 };
    expect(await core.messaging.markRead(jonas.id, conversation, 1)).toMatchObject({ ok: true, value: left });
    await device.wait(conversationMarked, (marked) => marked.num_unread_messages === 1);
    expect(device.all(conversationMarked).at(-1)).toMatchObject({ ...left, lastSeq: 3 });
    const gone = device.received.findIndex(({ name }) => name === messageGone.name);
    expect(gone).toBeLessThan(device.received.findIndex(({ name }) => name === conversationMarked.name));
    device.close();
  });
});

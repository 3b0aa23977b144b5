import { randomUUID } from 'node:crypto';
import { type PushPayload, postMessage, registerPush } from '@heartline/contracts';
import type { Person, WorldWithStubs } from '@heartline/testing';

/** A message as its push job receives it. */
interface Item {
  recipient: string;
  conversation: string;
  seq: number;
}

/** Test phones of members, and their push job, which runs when a test calls it. */
export function pushIn(world: () => WorldWithStubs) {
  return {
    /** Gives a member a phone that accepts pushes. */
    async phoneOf({ id, http }: Person) {
      const subscription = await world().stubs.push.subscribe(world().secrets.vapidPublicKey, id);
      await http.call(registerPush, { subscription });
      return subscription;
    },
    /** Sends a message and returns the data of its push job. */
    async write(from: Person, to: Person, text = 'see you at the lake'): Promise<Item> {
      const input = { clientId: randomUUID(), profile: to.id, text, credits: 1 };
      const { message } = await from.http.call(postMessage, input);
      return { recipient: to.id, conversation: message.conversation, seq: message.seq };
    },
    /** The push jobs of a message that were put off for this reason. */
    async putOff(why: 'again' | 'quiet' | 'taken' | 'unheard', { conversation }: Item) {
      const jobs = await world().inside.queues.queue('notify').getDelayed();
      return jobs.filter(({ id }) => id?.startsWith(`notify-${why}-`) && id.includes(conversation));
    },
    notify: (...items: Item[]) => world().gateways[0].core.notifications.notifyMessages(items),
    pushesTo: ({ id }: Person) =>
      world()
        .stubs.push.pushes(id)
        .map(({ payload }) => payload as PushPayload),
  };
}

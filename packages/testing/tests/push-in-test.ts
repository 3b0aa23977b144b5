import { randomUUID } from 'node:crypto';
import { type PushPayload, postMessage, registerPush } from '@heartline/contracts';
import type { Person, WorldWithStubs } from '@heartline/testing';

/** A message as the job that tells of it is given it. */
interface Item {
  recipient: string;
  conversation: string;
  seq: number;
}

/** Pretend phones of members, and the job that pushes to them, run when a test says so. */
export function pushIn(world: () => WorldWithStubs) {
  return {
    /** Gives a member a phone that takes pushes. */
    async phoneOf({ id, http }: Person) {
      const subscription = await world().stubs.push.subscribe(world().secrets.vapidPublicKey, id);
      await http.call(registerPush, { subscription });
      return subscription;
    },
    /** Sends a message and answers what the job would be given. */
    async write(from: Person, to: Person, text = 'see you at the lake'): Promise<Item> {
      const input = { clientId: randomUUID(), profile: to.id, text, credits: 1 };
      const { message } = await from.http.call(postMessage, input);
      return { recipient: to.id, conversation: message.conversation, seq: message.seq };
    },
    /** The questions about a message that were put off for this reason. */
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

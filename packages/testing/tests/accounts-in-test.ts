import { activate, getUser, type InputOf, logIn, signUp } from '@heartline/contracts';
import {
  type HttpClient,
  type Refused,
  signUpForm,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll } from 'vitest';

export const NEXT = 'seven green otters';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

interface Mail {
  _id: string;
  member: string;
  template: string;
  secret: string | null;
  to: string | null;
  createdAt: number;
}

/** Members with accounts created through the sign-up, and the mails they received. */
export function accountsIn(world: WorldHere) {
  const mails = () => world.inside.mongo.connection.collection<Mail>('mails');

  /** The newest mail of a template to a member. */
  async function mailTo(member: string, template: string) {
    const found = await mails().find({ member, template }).toArray();
    return found.sort((a, b) => b.createdAt - a.createdAt)[0];
  }

  async function secretOf(member: string, template: string): Promise<string> {
    const mail = await mailTo(member, template);
    if (!mail?.secret) throw new Error(`no ${template} mail`);
    return mail.secret;
  }

  async function unconfirmed(changes: Partial<InputOf<typeof signUp>> = {}) {
    const client = world.browser();
    const entered = signUpForm(changes);
    await client.call(signUp, entered);
    const { user } = await client.call(getUser, {});
    return { client, entered, email: entered.email, id: user.id };
  }

  return {
    mails,
    mailTo,
    secretOf,
    unconfirmed,
    async newcomer(changes: Partial<InputOf<typeof signUp>> = {}) {
      const made = await unconfirmed(changes);
      await made.client.call(activate, { token: await secretOf(made.id, 'activation') });
      return made;
    },
    async loggedIn(email: string, password: string, gateway = 0): Promise<HttpClient> {
      const client = world.browser(gateway);
      await client.call(logIn, { email, password });
      return client;
    },
    /** Waits until the other gateway refuses this client. It caches sessions for seconds. */
    isOut(client: HttpClient): Promise<boolean> {
      world.clock.advance(3_000);
      return until(
        () =>
          client.call(getUser, {}).then(
            () => false,
            (error: Refused) => error.loggedOut,
          ),
        Boolean,
      );
    },
  };
}

/**
 * A world with members who have accounts of their own, for the tests of a `describe`. It starts before the first test
 * and stops after the last. The returned objects are empty before that.
 */
export function accountsWorld(options: { gateways?: number } = {}) {
  const world = {} as WorldHere;
  let started: WorldHere | undefined;
  beforeAll(async () => {
    started = await startWorld({ here: true, ...options });
    Object.assign(world, started);
  });
  afterAll(() => started?.stop());
  return { world, people: accountsIn(world) };
}

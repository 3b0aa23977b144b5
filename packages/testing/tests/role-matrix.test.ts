import { type CallContract, type ErrorBody, geocode, type InboundContract } from '@heartline/contracts';
import { CALLS, INBOUND_EVENTS } from '@heartline/contracts/registry';
import {
  connectDevice,
  type HttpClient,
  type MemberWish,
  openOperatorInbox,
  outcomeOf,
  type Person,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, expectedOf, ROLES, ROWS, type Role, type Row } from '../src/role-matrix/rows.ts';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: false });
  // A gateway loads its places with the first call, which may take longer than the call’s deadline.
  await until(
    () => outcomeOf(world.browser().call(geocode, { lat: '52.37', lon: '4.9' })),
    (outcome) => outcome === 'OK',
  );
});
afterAll(async () => {
  await world?.stop();
});

const WISHES: Record<Exclude<Role, 'visitor' | 'operator'>, MemberWish> = {
  unconfirmed: { status: 'not_confirmed' },
  free: { credits: 5 },
  premium: { premium: true, credits: 5 },
  blocked: { credits: 5 },
  disabled: { status: 'disabled' },
  deleted: { status: 'deleted' },
};
const SIGNED_IN = ROLES.filter((role) => role !== 'visitor' && role !== 'operator');

/** One caller of each role, and another member who is related to all of them. */
async function callers(): Promise<{ role: Role; http: HttpClient; cast: Cast }[]> {
  const { core } = world.inside;
  const wishes = SIGNED_IN.map((role) => WISHES[role]);
  const [target, fictional, ...people] = await world.people(
    { premium: true, credits: 20 },
    { fictional: true },
    ...wishes,
  );
  const blocked = people[SIGNED_IN.indexOf('blocked')] as Person;
  const operator = await openOperatorInbox(world, 'olga');
  const asked = await core.messaging.sendMessage(
    { member: target.id, site: 'default' },
    {
      clientId: crypto.randomUUID(),
      profile: fictional.id,
      text: 'Hello',
      credits: 0,
      fictionalConfirmed: true,
    },
  );
  expect(asked).toMatchObject({ ok: true });
  for (const person of people) {
    await core.messaging.sendMessage(
      { member: target.id, site: 'default' },
      { clientId: crypto.randomUUID(), profile: person.id, text: 'Hello you', credits: 1 },
    );
  }
  const done = await core.safety.blockProfile(target.id, blocked.id);
  expect(done).toMatchObject({ ok: true });
  const castOf = (self: string | undefined): Cast => ({
    self,
    target: target.id,
    conversation: core.messaging.conversationOf(self ?? blocked.id, target.id),
    waiting: core.messaging.conversationOf(fictional.id, target.id),
  });
  return [
    { role: 'visitor', http: world.browser(), cast: castOf(undefined) },
    { role: 'operator', http: operator, cast: castOf(undefined) },
    ...people.map((person, index) => ({
      role: SIGNED_IN[index] as Role,
      http: person.http,
      cast: castOf(person.id),
    })),
  ];
}

/** The results of all roles side by side, so that a difference shows the whole row. */
async function outcomesOf(ask: (http: HttpClient, cast: Cast) => Promise<string>) {
  const outcomes: Partial<Record<Role, string>> = {};
  for (const { role, http, cast } of await callers()) outcomes[role] = await ask(http, cast);
  return outcomes;
}

const expectedRow = (row: Row) => Object.fromEntries(ROLES.map((role) => [role, expectedOf(row, role)]));

async function call(http: HttpClient, contract: CallContract, input: object): Promise<string> {
  const { method, path, when } = contract;
  const isPicture = contract.body === 'picture';
  const named = method === 'GET' || isPicture ? (input as Record<string, string>) : {};
  const query = new URLSearchParams({ ...when, ...named }).toString();
  const body = isPicture ? Buffer.from('no picture') : method === 'GET' ? undefined : JSON.stringify(input);
  const headers: Record<string, string> = isPicture ? { 'content-type': 'image/jpeg' } : {};
  const answer = await http.send(method, query ? `${path}?${query}` : path, body, headers);
  const { error, authentication_required: loggedOut } = answer.body as Partial<ErrorBody>;
  expect(loggedOut).toBe(error?.code === 'AUTHENTICATION_REQUIRED' ? true : undefined);
  if (answer.status < 400) return 'OK';
  return error?.code ?? String(answer.status);
}

async function emit(http: HttpClient, contract: InboundContract, input: object): Promise<string> {
  const device = await connectDevice(http).catch((error: Error) => error.message);
  if (typeof device === 'string') return device;
  const answer = await device.send(contract, input);
  device.close();
  return answer.ok ? 'OK' : answer.refusal.code;
}

describe('the role matrix (hostile 58)', () => {
  for (const contract of CALLS) {
    it(`${contract.name} as every role`, async () => {
      const row = ROWS[contract.name] as Row;
      const outcomes = await outcomesOf((http, cast) => call(http, contract, row.input?.(cast) ?? {}));
      expect(outcomes).toEqual(expectedRow(row));
    });
  }

  for (const contract of INBOUND_EVENTS) {
    it(`${contract.name} as every role`, async () => {
      const row = ROWS[contract.name] as Row;
      const outcomes = await outcomesOf((http, cast) => emit(http, contract, row.input?.(cast) ?? {}));
      expect(outcomes).toEqual(expectedRow(row));
    });
  }
});

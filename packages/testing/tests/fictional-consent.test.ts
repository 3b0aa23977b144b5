import { randomUUID } from 'node:crypto';
import { getMessagePrice, postMessage } from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Confirmed {
  _id: string;
  fictionalConfirmedAt: number | null;
}

describe('the notice about fictional profiles', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true });
  });
  afterAll(() => world.stop());

  const write = ({ http }: Person, to: Person, credits: number, fictionalConfirmed?: boolean) =>
    outcomeOf(
      http.call(postMessage, {
        clientId: randomUUID(),
        profile: to.id,
        text: 'Hi',
        credits,
        ...(fictionalConfirmed !== undefined && { fictionalConfirmed }),
      }),
    );
  const confirmedAt = async ({ id }: Person) => {
    const accounts = world.inside.mongo.connection.collection<Confirmed>('accounts');
    return (await accounts.findOne({ _id: id }))?.fictionalConfirmedAt;
  };

  it('must be confirmed once before the first message to one, and keeps its date', async () => {
    const [anna, fia] = await world.people({ credits: 3 }, { fictional: true, name: 'Fia' });
    expect(await write(anna, fia, 0)).toBe('FICTIONAL_NOT_CONFIRMED');
    expect(await write(anna, fia, 0, false)).toBe('FICTIONAL_NOT_CONFIRMED');
    expect(await confirmedAt(anna)).toBeNull();
    expect(await write(anna, fia, 0, true)).toBe('OK');
    const first = await confirmedAt(anna);
    expect(first).toBeGreaterThan(0);
    world.clock.advance(60_000);
    expect(await write(anna, fia, 0, true)).toBe('OK');
    expect(await write(anna, fia, 0)).toBe('OK');
    expect(await confirmedAt(anna)).toBe(first);
  });

  it('is reported as confirmed on every device, only for fictional profiles', async () => {
    const [anna, fia, finn, ben] = await world.people(
      { credits: 3 },
      { fictional: true, name: 'Fia' },
      { fictional: true, name: 'Finn' },
      {},
    );
    const notified = async ({ id }: Person) =>
      (await anna.http.call(getMessagePrice, { profile: id })).fictionalConfirmed;
    expect(await notified(fia)).toBeUndefined();
    expect(await write(anna, fia, 0, true)).toBe('OK');
    expect([await notified(fia), await notified(finn), await notified(ben)]).toEqual([true, true, undefined]);
  });

  it('is not confirmed by a message to a real person', async () => {
    const [anna, ben] = await world.people({ credits: 3 }, {});
    expect(await write(anna, ben, 1, true)).toBe('OK');
    expect(await confirmedAt(anna)).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { getStatement, LIMITS, postMessage, STATEMENT_FILE_PATH, unsendMessage } from '@heartline/contracts';
import { type Person, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the statement as a table', () => {
  let world: WorldHere;
  let mara: Person;

  beforeAll(async () => {
    world = await startWorld({ here: true });
    [mara] = await world.people({ credits: 3 });
  });
  afterAll(() => world.stop());

  /** The heading of the times, and the time of the first line. */
  const timesOf = async (query: string) => {
    const { status, body } = await mara.http.send('GET', `${STATEMENT_FILE_PATH}${query}`);
    expect(status).toBe(200);
    const lines = String(body).trim().split('\r\n');
    return lines.slice(0, 2).map((line) => line.split(',')[1]);
  };
  const at = (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });

  it('has its times in the time zone of the requesting page, and names it', async () => {
    const [entry] = (await world.gateways[0].core.credits.getStatement(mara.id, {})).entries;
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
      const times = await timesOf(`?zone=${encodeURIComponent(zone)}`);
      expect(times).toEqual([`When (${zone})`, at(zone).format(entry?.at)]);
    }
  });

  it('labels fictional profiles in its lines and in the table', async () => {
    const [anna, fia, ben] = await world.people({ credits: 3 }, { fictional: true, name: 'Fia' }, {});
    for (const [to, credits] of [[fia, 0] as const, [ben, 1] as const]) {
      const sent = { clientId: randomUUID(), profile: to.id, text: 'Hi', credits, fictionalConfirmed: true };
      await anna.http.call(postMessage, sent);
    }
    const { entries } = await anna.http.call(getStatement, {});
    expect(entries.flatMap(({ profile }) => (profile ? [[profile.id, profile.fictional]] : []))).toEqual([
      [ben.id, false],
      [fia.id, true],
    ]);
    const body = String((await anna.http.send('GET', STATEMENT_FILE_PATH)).body);
    expect(body).toContain(',Fia (Fictional profile),');
    expect(body).toContain(`,${ben.name},`);
  });

  it('names the line that a return belongs to', async () => {
    const [anna, ben] = await world.people({ credits: 3 }, {});
    const sent = { clientId: randomUUID(), profile: ben.id, text: 'Hi', credits: 1 };
    const { message } = await anna.http.call(postMessage, sent);
    await anna.http.call(unsendMessage, { conversation: message.conversation, seq: message.seq });
    const body = String((await anna.http.send('GET', STATEMENT_FILE_PATH)).body);
    const cells = body
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = cells[0]?.indexOf('Belongs to no.') ?? -1;
    const [back, ...others] = cells.filter((line) => line[column] && line !== cells[0]);
    expect(others).toEqual([]);
    expect(back).toMatchObject(expect.arrayContaining(['Returned', 'Taken back before it was read']));
    expect(cells.find((line) => line[0] === back?.[column])?.[2]).toBe('Message');
  });

  it.each(['', '?zone=', '?zone=Mars/Olympus', '?zone=Asia/Tokyo&zone=Europe/Rome'])(
    'uses the site’s time zone when the page names none: %s',
    async (query) => {
      [mara] = await world.people({ credits: 3 });
      expect((await timesOf(query))[0]).toBe('When (Europe/Amsterdam)');
    },
  );

  it.each([
    ['?format=en-ZA', ';', '9,99'],
    ['?format=en-GB', ',', '9.99'],
    // Another language than that of the page, or none.
    ['?format=de-DE', ',', '9.99'],
    ['?format=en_ZA', ',', '9.99'],
    ['?format=en-ZA&format=en-ZA', ',', '9.99'],
    ['', ',', '9.99'],
  ])('formats amounts like the page that requests it: %s', async (query, between, amount) => {
    const [anna] = await world.people({ credits: 25, premium: true });
    const body = String((await anna.http.send('GET', `${STATEMENT_FILE_PATH}${query}`)).body);
    expect(body.trim().split('\r\n').at(-1)?.split(between)[6]).toBe(amount);
  });

  it('answers with a retry time when too many statements are read', async () => {
    const [anna] = await world.people({ credits: 3 });
    const ask = () => anna.http.send('GET', STATEMENT_FILE_PATH);
    const { points } = LIMITS.download;
    const statuses = (await Promise.all(Array.from({ length: points }, ask))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { status, body, headers } = await ask();
    expect([status, body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

import { randomUUID } from 'node:crypto';
import { LOCALES, type Locale } from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AddedMember, type CoreInTest, type MemberWish, PASSWORD, senderOf } from '../src/index.ts';
import { booksAddUp, twoCores } from './two-cores-in-test.ts';

const { world, a, b } = twoCores();
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

booksAddUp(world);

const conversationOf = (one: AddedMember, other: AddedMember) =>
  a.core.messaging.conversationOf(one.id, other.id);

async function send(from: AddedMember, to: AddedMember, text = 'Hello', core = a) {
  const input = { clientId: randomUUID(), profile: to.id, text, credits: 1 };
  const sent = await core.core.messaging.sendMessage(senderOf(from), input);
  if (!sent.ok) throw new Error(sent.refusal.code);
  return { conversation: sent.value.message.conversation, seq: sent.value.message.seq };
}

describe('undelivered messages are not charged', () => {
  /** Mara wrote three messages to Jonas, of which his device got one. */
  async function written(jonas: MemberWish = {}) {
    const [mara, him] = await world.people({ credits: 20, premium: true }, jonas);
    const { conversation, seq } = await send(mara, him);
    await b.core.messaging.markReceived(him.id, conversation, seq);
    await send(mara, him);
    await send(mara, him);
    expect(await world.balance(mara)).toBe(17);
    return { mara, jonas: him };
  }

  it('keeps the delivered message paid and returns the rest once after a deletion', async () => {
    const { mara, jonas } = await written({ account: { passwordHash } });
    const deleted = await a.core.accounts.deleteAccount(jonas.id, PASSWORD);
    expect(deleted.ok).toBe(true);
    await world.sweep(5_000);
    expect(await world.balance(mara)).toBe(19);
    await world.sweep(70_000);
    await world.sweep(70_000);
    expect(await world.returns(mara)).toEqual(['recipient_deleted', 'recipient_deleted']);
  });

  it('returns undelivered messages after a suspension, also those stored right after', async () => {
    const { mara, jonas } = await written();
    // A send that takes 20 s expires.
    onTestFinished(world.clock.hold());
    // One message has only its hold when the others are returned.
    const { credits } = b.core;
    const landing = Promise.withResolvers<void>();
    const hold = credits.hold.bind(credits);
    vi.spyOn(credits, 'hold').mockImplementationOnce(async (wish) => {
      const held = await hold(wish);
      await landing.promise;
      return held;
    });
    const last = send(mara, jonas, 'Last', b);
    await expect.poll(() => world.balance(mara)).toBe(16);
    // This gateway has not received the closure yet: it accepts messages for some seconds.
    await b.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    await b.core.profiles.statusOf(jonas.id);
    await a.core.accounts.suspend(jonas.id);
    await send(mara, jonas, 'Late', b);
    await world.sweep(11_000);
    expect(await world.balance(mara)).toBe(18);
    landing.resolve();
    await last;
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(19);
    expect(await world.returns(mara)).toEqual(Array.from({ length: 4 }, () => 'recipient_suspended'));
  });

  it('returns nothing when the closure is undone before the sweep: the messages arrive', async () => {
    const { mara, jonas } = await written();
    await a.core.accounts.suspend(jonas.id);
    await a.core.accounts.restore(jonas.id);
    await world.sweep(70_000);
    expect(await world.returns(mara)).toEqual([]);
    expect(await world.balance(mara)).toBe(17);
  });

  it('returns undelivered messages once for any number of blocks at the same time', async () => {
    const { mara, jonas } = await written();
    await Promise.all([
      a.core.safety.blockProfile(jonas.id, mara.id),
      b.core.safety.blockProfile(jonas.id, mara.id),
      b.core.safety.blockProfile(mara.id, jonas.id),
    ]);
    expect(await world.balance(mara)).toBe(19);
    await world.sweep(70_000);
    expect(await world.returns(mara)).toEqual(['blocked', 'blocked']);
  });

  it('does not settle a return added in the millisecond in which another one ran', async () => {
    const { jonas } = await written();
    await a.core.accounts.suspend(jonas.id);
    world.later(11_000);
    const stopped = vi.spyOn(world.clock, 'now').mockReturnValue(world.clock.now());
    const { returnDebit } = a.core.credits;
    const anew = vi.spyOn(a.core.credits, 'returnDebit').mockImplementationOnce(async (...of) => {
      await b.core.messaging.recipientGone(jonas.id, 'disabled');
      return returnDebit(...of);
    });
    await a.core.messaging.sweepReturns();
    expect(anew).toHaveBeenCalled();
    for (const one of [anew, stopped]) one.mockRestore();
    const pending = a.mongo.connection.collection<{ _id: string }>('owedReturns');
    const row = await pending.findOne({ _id: `undelivered:${jonas.id}` });
    // Both scheduled times of it are still ahead.
    expect(row).toMatchObject({ againAt: expect.any(Number) });
  });

  it('finishes by the sweep a block that was interrupted before its end', async () => {
    const { mara, jonas } = await written();
    const pending = a.mongo.connection.collection<{ _id: string }>('owedReturns');
    await a.mongo.connection.collection<{ _id: string }>('blocks').insertOne({
      _id: `${jonas.id}:${mara.id}`,
      blocker: jonas.id,
      blocked: mara.id,
      at: world.clock.now(),
    } as {
      _id: string;
    });
    const conversation = conversationOf(mara, jonas);
    const row = { kind: 'blocked', member: jonas.id, other: mara.id, reason: 'blocked', againAt: null };
    await pending.insertOne({ _id: `blocked:${conversation}`, ...row, runAt: world.clock.now() } as {
      _id: string;
    });
    await world.sweep(5_000);
    expect(await world.balance(mara)).toBe(19);
    expect(await pending.countDocuments({ _id: `blocked:${conversation}` })).toBe(0);
  });

  it('returns everything once after removal as a fake, read or not', async () => {
    const { mara, jonas } = await written();
    await b.core.messaging.markRead(jonas.id, conversationOf(mara, jonas), 1);
    await a.core.accounts.suspend(jonas.id);
    const counts = await Promise.all(
      [a, b].map(({ core }) => core.messaging.returnAllTo(jonas.id, 'removed_as_fake')),
    );
    expect(counts[0]! + counts[1]!).toBe(3);
    await world.sweep(70_000);
    expect(await world.balance(mara)).toBe(20);
    expect(await world.returns(mara)).toEqual(Array.from({ length: 3 }, () => 'removed_as_fake'));
  });
});

describe('unsending a message', () => {
  const unsend = (core: CoreInTest, by: AddedMember, row: { conversation: string; seq: number }) =>
    core.core.messaging.unsendMessage(by.id, row);
  const code = (result: Awaited<ReturnType<typeof unsend>>) => (result.ok ? 'OK' : result.refusal.code);
  const seen = async (viewer: AddedMember, conversation: string) => {
    const page = await b.core.messaging.listMessages(senderOf(viewer), { conversation });
    return page.ok ? page.value.messages.map(({ text, gone }) => gone ?? text) : [];
  };
  const chatOf = async (viewer: AddedMember) => (await b.core.messaging.listChats(senderOf(viewer))).chats[0];

  it('removes an unread text, returns its credits, and keeps its number', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    await send(mara, jonas, 'First');
    const row = await send(mara, jonas, 'Regretted');
    await b.core.messaging.markReceived(jonas.id, row.conversation, row.seq);
    expect(await chatOf(jonas)).toMatchObject({ num_unread_messages: 2, preview: 'Regretted' });
    expect(code(await unsend(a, mara, row))).toBe('OK');
    expect(await seen(jonas, row.conversation)).toEqual(['First', 'unsent']);
    expect(await chatOf(jonas)).toMatchObject({
      num_unread_messages: 1,
      preview: '',
      previewGone: 'unsent',
      lastSeq: 2,
    });
    expect(await world.balance(mara)).toBe(4);
    expect(await world.returns(mara)).toEqual(['unsent']);
    // A worker that still has the text in memory writes it nowhere.
    await a.core.messaging.flush();
    expect(JSON.stringify(await a.mongo.connection.collection('inbox').find({}).toArray())).not.toContain(
      'Regretted',
    );
    expect((await send(mara, jonas, 'Next')).seq).toBe(3);
  });

  it('refuses after it was read, and does not find messages of others', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const row = await send(mara, jonas);
    expect(code(await unsend(a, jonas, row))).toBe('NOT_FOUND');
    await b.core.messaging.markRead(jonas.id, row.conversation, row.seq);
    expect(code(await unsend(a, mara, row))).toBe('MESSAGE_READ');
    expect(code(await unsend(a, mara, { ...row, seq: 9 }))).toBe('NOT_FOUND');
    await world.sweep(70_000);
    expect(await seen(jonas, row.conversation)).toEqual(['Hello']);
    expect(await world.balance(mara)).toBe(4);
  });

  it('lets exactly one of reading and unsending win, 20 times', async () => {
    const [mara, jonas] = await world.people({ credits: 40, premium: true }, {});
    for (let round = 0; round < 20; round += 1) {
      const before = await world.balance(mara);
      const row = await send(mara, jonas, `Round ${round}`);
      const [unsent, read] = await Promise.all([
        unsend(a, mara, row),
        b.core.messaging.markRead(jonas.id, row.conversation, row.seq),
      ]);
      const isBack = (await world.balance(mara)) === before;
      expect(read.ok).toBe(true);
      expect(code(unsent)).toBe(isBack ? 'OK' : 'MESSAGE_READ');
      expect((await seen(mara, row.conversation)).at(-1)).toBe(isBack ? 'unsent' : `Round ${round}`);
    }
  });

  it('returns the credit once for ten requests through two gateways', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const row = await send(mara, jonas);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => unsend(n % 2 ? a : b, mara, row)));
    expect(new Set(answers.map(code))).toEqual(new Set(['OK']));
    expect(await world.balance(mara)).toBe(5);
    expect(await world.returns(mara)).toHaveLength(1);
  });

  it('keeps the text for a report of its reader, and sends no push', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const row = await send(mara, jonas, 'Something to report');
    await unsend(a, mara, row);
    expect(await a.core.messaging.excerptFor(jonas.id, row.conversation, row.seq)).toMatchObject({
      sender: mara.id,
      text: 'Something to report',
    });
    const item = { recipient: jonas.id, conversation: row.conversation, seq: row.seq };
    expect(await a.core.notifications.notifyMessages([item])).toEqual({ pushed: 0 });
    await a.core.accounts.suspend(jonas.id);
  });
});

describe('first messages', () => {
  it('are limited to liked members if the recipient chose so, without a charge', async () => {
    const [mara, jonas] = await world.people({ credits: 5 }, {});
    const attempt = () =>
      a.core.messaging.sendMessage(senderOf(mara), {
        clientId: randomUUID(),
        profile: jonas.id,
        text: 'Hi',
        credits: 1,
      });
    await a.core.messaging.setOpeners(jonas.id, false);
    const before = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    expect(before).toMatchObject({
      ok: true,
      value: { message_credits: 1, credits: 5, conversations_left: 2, may_open: false, takes_openers: false },
    });
    expect(await attempt()).toMatchObject({ ok: false, refusal: { code: 'OPENERS_CLOSED' } });
    expect(await world.balance(mara)).toBe(5);
    await a.core.likes.likeProfile(jonas.id, mara.id);
    expect(await attempt()).toMatchObject({ ok: true });
    expect(await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id })).toMatchObject({
      value: { may_open: true, credits: 4, conversations_left: 1, starts_conversation: false },
    });
  });
});

describe('self-imposed limits', () => {
  it('pass the allowed part of 50 sends at once, and count no returned credits', async () => {
    const [mara, jonas] = await world.people({ credits: 100, premium: true }, {});
    const limits = { day: null, week: null, month: 7 };
    expect(
      await a.core.credits.limitSpending(mara.id, { limits, pausedUntil: null }, 'Europe/Amsterdam'),
    ).toBe(true);
    const attempt = async (core: CoreInTest) => {
      const input = { clientId: randomUUID(), profile: jonas.id, text: 'Hi', credits: 1 };
      const sent = await core.core.messaging.sendMessage(senderOf(mara), input);
      return sent.ok ? sent.value.message.seq : sent.refusal.code;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => attempt(n % 2 ? a : b)));
    const sent = answers.filter((one) => typeof one === 'number');
    expect(sent).toHaveLength(7);
    expect(new Set(answers.filter((one) => typeof one === 'string'))).toEqual(new Set(['SPENDING_LIMIT']));
    expect((await a.core.credits.getSpending(mara.id, 'UTC')).spent.month.credits).toBe(7);
    await a.core.messaging.unsendMessage(mara.id, {
      conversation: conversationOf(mara, jonas),
      seq: sent[0]!,
    });
    expect(await attempt(b)).toBe(8);
    expect(await attempt(b)).toBe('SPENDING_LIMIT');
  });

  it('count what was spent before, and a pause refuses every price', async () => {
    const [mara, jonas] = await world.people({ credits: 100, premium: true }, {});
    for (let n = 0; n < 3; n += 1) await send(mara, jonas);
    const set = (month: number | null, pausedUntil: number | null) =>
      a.core.credits.limitSpending(mara.id, { limits: { day: null, week: null, month }, pausedUntil }, 'UTC');
    await set(4, null);
    await send(mara, jonas);
    await expect(send(mara, jonas)).rejects.toThrow('SPENDING_LIMIT');
    const known = await a.core.messaging.getMessagePrice(senderOf(mara), { profile: jonas.id });
    expect(known).toMatchObject({ value: { limit: { credits: 4 }, pausedUntil: null } });
    const spent = (await a.core.credits.getSpending(mara.id, 'UTC')).spent.month;
    expect(spent).toEqual({ credits: 4, money: [{ currency: 'EUR', cents: 40 }] });
    await set(null, world.clock.now() + 3 * 86_400_000);
    await expect(send(mara, jonas)).rejects.toThrow('SPENDING_PAUSED');
    world.later(3 * 86_400_000 + 1_000);
    expect((await send(mara, jonas)).seq).toBe(5);
  });
});

describe('the statement', () => {
  async function tableOf({ id }: AddedMember, locale: Locale): Promise<string> {
    let text = '';
    const table = a.core.credits.statementFile(id, { locale, zone: 'Europe/Amsterdam' });
    for await (const chunk of table) text += String(chunk);
    return text;
  }

  it('adds up line by line in credits and money, filtered and as a table', async () => {
    const [mara, jonas] = await world.people({ credits: 25, premium: true }, { name: '=cmd()' });
    for (let n = 0; n < 40; n += 1) {
      if (n % 4 === 0) await a.core.credits.grant(mara.id, { key: `gift-${n}`, credits: 1, reason: 'gift' });
      await send(mara, jonas).catch(() => undefined);
    }
    await a.core.messaging.unsendMessage(mara.id, { conversation: conversationOf(mara, jonas), seq: 30 });
    const all = [];
    for (let before: number | undefined; ; ) {
      const page = await a.core.credits.getStatement(mara.id, { before });
      all.push(...page.entries);
      if (page.next === null) break;
      before = page.next;
    }
    expect(all.reduce((sum, entry) => sum + entry.credits, 0)).toBe(await world.balance(mara));
    const worth = all.flatMap((entry) => entry.worth).reduce((sum, { cents }) => sum + cents, 0);
    // Of 25 credits at 9.99 all were spent and one came back.
    expect(worth).toBe(-999 + 39);
    for (const [filter, kinds] of [
      ['bought', ['purchase']],
      ['spent', ['hold']],
      ['returned', ['return']],
      ['granted', ['grant']],
    ] as const) {
      const page = await a.core.credits.getStatement(mara.id, { filter });
      expect(new Set(page.entries.map((entry) => entry.kind))).toEqual(new Set(kinds));
      const wanted = all.filter((entry) => (kinds as readonly string[]).includes(entry.kind));
      expect(page.entries).toEqual(wanted.slice(0, 30));
    }
    const text = await tableOf(mara, 'de');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(all.length + 1);
    expect(lines[0]).toContain('Nr.;Wann (Europe/Amsterdam);Was');
    // A name that a spreadsheet would execute is plain text.
    expect(lines.find((line) => line.includes('cmd()'))).toContain("'=cmd()");
    // Credits are numbers that a spreadsheet can add, spent ones too.
    const credits = lines.slice(1).map((line) => Number(line.split(';')[4]));
    expect(credits.reduce((sum, one) => sum + one, 0)).toBe(await world.balance(mara));
  });

  it('is a table in the spreadsheet format of each language', async () => {
    const [mara] = await world.people({ credits: 25, premium: true });
    for (const locale of LOCALES) {
      const [between, point] = locale === 'en' ? [',', '.'] : [';', ','];
      const text = await tableOf(mara, locale);
      expect(text.startsWith('\uFEFF')).toBe(true);
      const rows = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(between));
      expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([12]));
      expect(rows.at(-1)?.slice(6, 8)).toEqual([`9${point}99`, 'EUR']);
    }
  });

  it('calls a pause a pause, not a limit', async () => {
    const [mara] = await world.people({});
    const pausedUntil = world.clock.now() + 86_400_000;
    await a.core.credits.limitSpending(mara.id, { pausedUntil }, 'UTC');
    const { entries } = await a.core.credits.getStatement(mara.id);
    expect(entries).toMatchObject([{ kind: 'limit', reason: 'pause' }]);
    for (const [locale, words] of [
      ['en', 'Own spending break changed'],
      ['de', 'Eigene Ausgabenpause geändert'],
    ] as const)
      expect(await tableOf(mara, locale)).toContain(words);
    const limits = { day: 5, week: null, month: null };
    await a.core.credits.limitSpending(mara.id, { limits, pausedUntil }, 'UTC');
    expect((await a.core.credits.getStatement(mara.id)).entries[0]).toMatchObject({ reason: 'limit' });
  });

  it('names a gift in the table', async () => {
    const [mara, jonas] = await world.people({ credits: 20 }, {});
    const gift = { clientId: randomUUID(), profile: jonas.id, text: '', gift: 'rose', credits: 3 };
    expect(await a.core.messaging.sendMessage(senderOf(mara), gift)).toMatchObject({ ok: true });
    expect(await tableOf(mara, 'de')).toMatch(/;Geschenk;[^;]+;-3;/);
  });
});

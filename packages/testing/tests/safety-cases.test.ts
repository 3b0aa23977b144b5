import { randomUUID } from 'node:crypto';
import {
  blockProfile,
  caseChanged,
  complain,
  complainByLink,
  getCase,
  getCases,
  getInvisible,
  getLikes,
  getProfile,
  getReportable,
  type InputOf,
  LIMITS,
  likeProfile,
  likeReceived,
  openCaseLink,
  postMessage,
  postRead,
  recallChatPhoto,
  reportProfile,
  searchMembers,
  setInvisible,
} from '@heartline/contracts';
import { drawPicture, outcomeOf, type Person, startWorld, until, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const core = () => world.gateways[0].core;
const write = async (from: Person, to: Person, text: string) =>
  (await from.http.call(postMessage, { clientId: randomUUID(), profile: to.id, text, credits: 1 })).message;
const report = (who: Person, whom: Person, change: Partial<InputOf<typeof reportProfile>> = {}) =>
  who.http.call(reportProfile, {
    clientId: randomUUID(),
    profile: whom.id,
    subject: { kind: 'profile' },
    reason: 'scam',
    note: 'Asked me for money.',
    ...change,
  });
const decide = (id: string, outcome: 'no_action' | 'warning' | 'suspended' | 'removed_as_fake') =>
  core().safety.cases.decide(id, { outcome, reasons: 'What was written is clear.', operator: 'olga' });

describe('a report', () => {
  it('includes the caption of a photo that was unsent after it was read', async () => {
    const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 5 });
    const bytes = await drawPicture('teal', { width: 300, height: 200 });
    const photo = await core().messaging.addChatPhoto(jonas.id, randomUUID(), bytes);
    if (!photo.ok) throw new Error(photo.refusal.code);
    const sent = { clientId: randomUUID(), profile: mara.id, text: 'A threat', photo: photo.value.id };
    const { conversation, seq } = (await jonas.http.call(postMessage, { ...sent, credits: 2 })).message;
    await mara.http.call(postRead, { conversation, seq });
    expect(await jonas.http.call(recallChatPhoto, { conversation, seq })).toEqual({ returned: false });
    const made = await report(mara, jonas, { subject: { kind: 'message', conversation, seq } });
    expect((await core().safety.cases.find(made.case))?.snapshot.message?.text).toBe('A threat');
  });

  it('stores a message and its author as they were, also after a block or removal', async () => {
    const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 5 });
    await write(jonas, mara, 'Hello');
    const bad = await write(jonas, mara, 'Send me money');
    await core().messaging.markReceived(mara.id, bad.conversation, bad.seq);
    await mara.http.call(blockProfile, { profile: jonas.id });
    const reportable = await mara.http.call(getReportable, { profile: jonas.id });
    expect(reportable.messages.map(({ text }) => text)).toEqual(['Send me money', 'Hello']);
    const { conversation, seq } = bad;
    const made = await report(mara, jonas, { subject: { kind: 'message', conversation, seq } });
    const row = await core().safety.cases.find(made.case);
    expect(row?.snapshot.message).toMatchObject({ sender: jonas.id, text: 'Send me money' });
    expect(row?.snapshot.message?.before.map(({ text }) => text)).toEqual(['Hello']);
    // Later removals of the text leave the case unchanged.
    await world.inside.mongo.connection
      .collection('messages')
      .updateMany({ owner: conversation }, { $set: { text: '' } });
    const { case: seen } = await mara.http.call(getCase, { id: made.case });
    expect(seen).toMatchObject({
      role: 'reporter',
      name: 'Jonas',
      state: 'open',
      facts: { words: 'Send me money', note: 'Asked me for money.' },
      decision: null,
    });
  });

  it('stores a profile as it was, also after its account was closed or deleted', async () => {
    const [mara, jonas] = await world.people(
      { name: 'Mara' },
      { name: 'Jonas', profile: { about: 'I am a prince.' } },
    );
    await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: jonas.id }, { $set: { status: 'deleted', listed: null } });
    const made = await report(mara, jonas, { reason: 'wrong_age' });
    await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: jonas.id }, { $set: { about: 'Nothing to see.' } });
    const row = await core().safety.cases.find(made.case);
    expect(row).toMatchObject({ reason: 'wrong_age', snapshot: { person: { about: 'I am a prince.' } } });
  });

  it('opens one case per key, for any number of repeats at the same time', async () => {
    const [mara, jonas, other] = await world.people({}, {}, {});
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(mara, jonas, { clientId })));
    expect(new Set(answers.map((answer) => answer.case)).size).toBe(1);
    expect((await mara.http.call(getCases, {})).cases).toHaveLength(1);
    expect(await outcomeOf(report(mara, other, { clientId }))).toBe('KEY_REUSED');
    // The same key of another member is another report.
    expect((await report(other, jonas, { clientId })).case).not.toBe(answers[0]?.case);
  });

  it('accepts only what the reporter could see, no message or photo of others', async () => {
    const [mara, jonas, eve] = await world.people({ credits: 5 }, { credits: 5 }, {});
    const theirs = await write(jonas, mara, 'Between us');
    const own = await write(mara, jonas, 'My own words');
    const message = ({ conversation, seq }: typeof own) => ({ kind: 'message', conversation, seq }) as const;
    expect(await outcomeOf(report(eve, jonas, { subject: message(theirs) }))).toBe('NOT_FOUND');
    expect(await outcomeOf(report(mara, jonas, { subject: message(own) }))).toBe('NOT_FOUND');
    expect(await outcomeOf(report(mara, eve, { subject: message(theirs) }))).toBe('NOT_FOUND');
    const noPhoto = { kind: 'photo', photo: 'a'.repeat(24) } as const;
    expect(await outcomeOf(report(mara, jonas, { subject: noPhoto }))).toBe('NOT_FOUND');
    expect(await outcomeOf(report(mara, mara))).toBe('NOT_FOUND');
    expect(await outcomeOf(report(mara, { ...jonas, id: 'f'.repeat(24) }))).toBe('NOT_FOUND');
    expect((await eve.http.call(getReportable, { profile: jonas.id })).messages).toEqual([]);
  });

  it('is accepted ten times an hour from one member', async () => {
    const [mara, jonas] = await world.people({}, {});
    const outcomes = [];
    for (let n = 0; n < 12; n += 1) outcomes.push(await outcomeOf(report(mara, jonas)));
    expect(outcomes).toEqual([...Array<string>(10).fill('OK'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe('a case', () => {
  it('is shown to the reported side after a decision against it, without the reporter', async () => {
    const [mara, jonas] = await world.people({ name: 'Mara Reporter' }, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    expect(await outcomeOf(jonas.http.call(getCase, { id }))).toBe('NOT_FOUND');
    expect((await jonas.http.call(getCases, {})).cases).toEqual([]);
    const [atMara, atJonas] = await Promise.all([mara.device(), jonas.device()]);
    await decide(id, 'warning');
    expect((await atMara.wait(caseChanged)).case).toBe(id);
    expect((await atJonas.wait(caseChanged)).case).toBe(id);
    const { case: theirs } = await jonas.http.call(getCase, { id });
    expect(theirs).toMatchObject({
      role: 'reported',
      state: 'decided',
      facts: { note: null },
      decision: { outcome: 'warning', rule: 'scam', reasons: 'What was written is clear.', by: 'person' },
    });
    expect(JSON.stringify(theirs)).not.toMatch(new RegExp(`Mara|${mara.id}|money|olga`));
    for (const device of [atMara, atJonas]) device.close();
  });

  it('without a breach is never shown to the reported side', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    await decide(id, 'no_action');
    expect((await mara.http.call(getCase, { id })).case.decision?.outcome).toBe('no_action');
    expect(await outcomeOf(jonas.http.call(getCase, { id }))).toBe('NOT_FOUND');
  });

  it('is decided once: a repeat runs again, another decision is refused', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    expect(await decide(id, 'warning')).toMatchObject({ ok: true });
    expect(await decide(id, 'warning')).toMatchObject({ ok: true });
    expect(await decide(id, 'suspended')).toMatchObject({ ok: false });
    expect((await core().accounts.accountOf(jonas.id))?.status).toBe('active');
    expect(await decide('0'.repeat(24), 'warning')).toMatchObject({ ok: false });
  });

  it('is listed oldest first to operators, latest first to its reporter, in any number', async () => {
    const [mara, jonas] = await world.people({}, {});
    const { case: id } = await report(mara, jonas);
    const cases = world.inside.mongo.connection.collection<{ _id: string }>('cases');
    const row = await cases.findOne({ _id: id });
    // The oldest and the latest come after all others in any database order. The zeros keep their ids apart from ids
    // of this process, some of which end in digits alone.
    const idOf = (at: number) => `${id.slice(0, 8)}${'0'.repeat(12)}${at === 1 ? 9_999 : 1_000 + at}`;
    const copies = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => ({ ...row, _id: idOf(from + n), openedAt: from + n }));
    await cases.insertMany(copies(2, 5_003));
    await cases.insertMany(copies(1, 2));
    const [oldest] = await core().safety.cases.list({ state: 'open', limit: 1 });
    expect(oldest?._id).toBe(idOf(1));
    const latest = [id, idOf(5_002)];
    expect((await mara.http.call(getCases, {})).cases.slice(0, 2).map((one) => one.id)).toEqual(latest);
    const about = await core().safety.cases.about(jonas.id);
    expect(about.reported.slice(0, 2).map((one) => one._id)).toEqual(latest);
    await cases.deleteMany({ reporter: mara.id });
  });

  it('is not found for other people, in any way', async () => {
    const [mara, jonas, eve] = await world.people({}, {}, {});
    const { case: id } = await report(mara, jonas);
    await decide(id, 'warning');
    expect(await outcomeOf(eve.http.call(getCase, { id }))).toBe('NOT_FOUND');
    expect(await outcomeOf(eve.http.call(complain, { id, words: 'Me too' }))).toBe('NOT_FOUND');
    expect((await eve.http.call(getCases, {})).cases).toEqual([]);
    const visitor = world.browser();
    for (const key of ['', 'x', 'null', randomUUID()]) {
      expect(await outcomeOf(visitor.call(openCaseLink, { id, key }))).toBe('NOT_FOUND');
      expect(await outcomeOf(visitor.call(complainByLink, { id, key, words: 'Hello' }))).toBe('NOT_FOUND');
    }
    expect(await outcomeOf(visitor.call(getCase, { id }))).toBe('AUTHENTICATION_REQUIRED');
  });

  it('opens by its mailed link for a suspended member and takes their complaint', async () => {
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await decide(id, 'suspended');
    const keyOf = async () => {
      const link = await core().safety.cases.link(id, 'reported');
      return link.ok ? (link.value.split('#')[1] ?? '') : '';
    };
    const [old, key] = [await keyOf(), await keyOf()];
    const visitor = world.browser();
    expect(await outcomeOf(visitor.call(openCaseLink, { id, key: old }))).toBe('NOT_FOUND');
    const { case: seen } = await visitor.call(openCaseLink, { id, key });
    expect(seen).toMatchObject({ role: 'reported', decision: { outcome: 'suspended' } });
    const { case: after } = await visitor.call(complainByLink, { id, key, words: 'It wasn’t me' });
    expect(after.complaint).toMatchObject({ words: 'It wasn’t me', answer: null });
    expect(await core().safety.cases.list({ state: 'complaints', limit: 100 })).toContainEqual(
      expect.objectContaining({ _id: id }),
    );
    // Only a hash of the key is stored.
    expect(JSON.stringify(await core().safety.cases.find(id))).not.toContain(key);
  });

  it('mails its decision to both sides once, with a link that needs no session', async () => {
    const [mara, jonas] = await world.people({}, { name: 'Jonas' });
    const { case: id } = await report(mara, jonas);
    await decide(id, 'suspended');
    await decide(id, 'suspended');
    const mails = world.inside.mongo.connection.collection<{ _id: string; member: string; secret: string }>(
      'mails',
    );
    const sent = await mails.find({ template: 'case-news', member: { $in: [mara.id, jonas.id] } }).toArray();
    expect(sent.map(({ member }) => member).sort()).toEqual([mara.id, jonas.id].sort());
    for (const { secret, _id } of sent) {
      const [of, key = ''] = secret.split('.');
      expect(of).toBe(id);
      const { case: seen } = await world.browser().call(openCaseLink, { id, key });
      expect(seen.role).toBe(_id.split('-')[2]);
    }
  });

  it('returns all payments for messages to a fake, once', async () => {
    const [fake, mara, jonas] = await world.people({ name: 'Fake' }, { credits: 3 }, { credits: 3 });
    await write(mara, fake, 'one');
    await write(mara, fake, 'two');
    await write(jonas, fake, 'three');
    const credits = async (who: Person) => (await core().credits.balanceOf(who.id)).credits;
    expect([await credits(mara), await credits(jonas)]).toEqual([1, 2]);
    const { case: id } = await report(mara, fake, { reason: 'impersonation' });
    expect(await decide(id, 'removed_as_fake')).toMatchObject({ ok: true, value: { returned: 3 } });
    expect(await decide(id, 'removed_as_fake')).toMatchObject({ ok: true, value: { returned: 0 } });
    expect([await credits(mara), await credits(jonas)]).toEqual([3, 3]);
    await until(
      () => outcomeOf(mara.http.call(getProfile, { id: fake.id })),
      (outcome) => outcome === 'NOT_FOUND',
    );
  });
});

describe('an erased member', () => {
  it('leaves no block, text or evidence behind, and the other side keeps its case', async () => {
    const [mara, jonas, eve] = await world.people(
      { name: 'Mara' },
      { name: 'Jonas', profile: { about: 'I am a duke.' } },
      { name: 'Eve' },
    );
    await mara.http.call(blockProfile, { profile: jonas.id });
    await jonas.http.call(blockProfile, { profile: eve.id });
    const made = await report(mara, jonas);
    const own = await report(jonas, eve, { note: 'Words of Jonas' });
    await decide(made.case, 'warning');
    await jonas.http.call(complain, { id: made.case, words: 'Also words of Jonas' });
    await mara.http.call(complain, { id: made.case, words: 'The complaint of the other side' });
    const answer = { outcome: 'upheld', reasons: 'It stays.', operator: 'pia' } as const;
    await core().safety.cases.answer(made.case, 'reported', answer);
    const parts = [];
    for await (const part of core().safety.personalData.gather(jonas.id)) parts.push(part);
    const complaint = { note: 'Also words of Jonas', answer: 'upheld', reasons: 'It stays.' };
    expect(parts).toMatchObject([{ data: { reports: [{ complaint: null }], cases: [{ complaint }] } }]);
    expect(JSON.stringify(parts)).toMatch(/Eve.*Words of Jonas.*What was written is clear/s);
    expect(JSON.stringify(parts)).not.toMatch(/Mara|Asked me for money|other side|pia|olga/);
    await core().safety.personalData.erase(jonas.id);
    await core().safety.personalData.erase(jonas.id);
    for (const collection of ['blocks', 'cases', 'caseEvidence']) {
      const rows = await world.inside.mongo.connection.collection(collection).find({}).toArray();
      expect(JSON.stringify(rows)).not.toMatch(/duke|words of Jonas/i);
    }
    expect(await core().safety.hiddenFor(mara.id)).toEqual(new Set());
    expect((await mara.http.call(getCase, { id: made.case })).case).toMatchObject({
      decision: { outcome: 'warning' },
      facts: { words: null, note: 'Asked me for money.' },
    });
    expect(await core().safety.cases.find(own.case)).toMatchObject({ note: '' });
  });
});

describe('invisible mode', () => {
  it('hides from search, likes and strangers, not from conversations [S4-006 S4-007]', async () => {
    const place = { country: 'NZ', region: 'AUK' };
    const [ghost, known, stranger] = await world.people(
      { name: 'Ghost', premium: true, credits: 5, profile: place },
      { name: 'Known', credits: 5, profile: place },
      { name: 'Stranger', credits: 5, profile: place },
    );
    await write(known, ghost, 'Hello');
    await ghost.http.call(likeProfile, { profile: stranger.id });
    expect((await stranger.http.call(getLikes, {})).liked_by).toHaveLength(1);
    expect(await ghost.http.call(setInvisible, { invisible: true })).toMatchObject({ invisible: true });
    expect(await ghost.http.call(getInvisible, {})).toMatchObject({ invisible: true, premium: true });
    const found = async (who: Person) =>
      (await who.http.call(searchMembers, { country: 'NZ' })).results.map(({ name }) => name);
    const open = (who: Person) => outcomeOf(who.http.call(getProfile, { id: ghost.id }));
    await until(
      () => found(stranger),
      (names) => !names.includes('Ghost'),
    );
    expect((await stranger.http.call(getLikes, {})).liked_by).toEqual([]);
    expect(await core().likes.newLikes(stranger.id)).toBe(0);
    expect([await open(stranger), await open(known)]).toEqual(['NOT_FOUND', 'OK']);
    expect(await outcomeOf(write(stranger, ghost, 'Psst'))).toBe('NOT_FOUND');
    expect(await outcomeOf(write(known, ghost, 'Still there?'))).toBe('OK');
    expect(await outcomeOf(stranger.http.call(likeProfile, { profile: ghost.id }))).toBe('NOT_FOUND');
    // The first action of an invisible member opens the conversation.
    expect(await outcomeOf(write(ghost, stranger, 'It is me'))).toBe('OK');
    expect(await open(stranger)).toBe('OK');
    const seen = (await known.http.call(getProfile, { id: ghost.id })).profile;
    expect(seen).toMatchObject({ online: false, last_active: null });
    await ghost.http.call(setInvisible, { invisible: false });
    await until(
      () => found(stranger),
      (names) => names.includes('Ghost'),
    );
  });

  it('hides a like of the member from everybody who may not see them', async () => {
    const [ghost, stranger] = await world.people({ premium: true }, { name: 'Stranger' });
    await ghost.http.call(setInvisible, { invisible: true });
    const device = await stranger.device();
    await ghost.http.call(likeProfile, { profile: stranger.id });
    // A later event ends the wait.
    const [other] = await world.people({});
    await other.http.call(likeProfile, { profile: stranger.id });
    await device.wait(likeReceived, ({ profile }) => profile.id === other.id);
    expect(device.all(likeReceived)).toHaveLength(1);
    device.close();
  });

  it('is for premium members only', async () => {
    const [free] = await world.people({});
    expect(await outcomeOf(free.http.call(setInvisible, { invisible: true }))).toBe('PREMIUM_REQUIRED');
    expect(await free.http.call(getInvisible, {})).toEqual({ invisible: false, premium: false });
    expect(await outcomeOf(free.http.call(setInvisible, { invisible: false }))).toBe('OK');
  });

  it('ends with premium that ended a moment ago at another gateway', async () => {
    const [ghost] = await world.people({ premium: true });
    expect(await ghost.http.call(getInvisible, {})).toEqual({ invisible: false, premium: true });
    await world.inside.core.accounts.setPremium(ghost.id, null);
    expect(await outcomeOf(ghost.http.call(setInvisible, { invisible: true }))).toBe('PREMIUM_REQUIRED');
    expect(await ghost.http.call(getInvisible, {})).toMatchObject({ invisible: false });
  });

  it('can be switched ten times in ten minutes, since a switch notifies many members', async () => {
    const [ghost] = await world.people({ premium: true });
    const turn = (n: number) => outcomeOf(ghost.http.call(setInvisible, { invisible: n % 2 === 0 }));
    for (let n = 0; n < LIMITS.switch.points; n += 1) expect(await turn(n)).toBe('OK');
    expect(await turn(LIMITS.switch.points)).toBe('RATE_LIMITED');
  });
});

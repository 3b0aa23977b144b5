import { randomUUID } from 'node:crypto';
import {
  getOperatorConversation,
  getOperatorQueue,
  getOperatorReports,
  postAnswer,
  postMessage,
  readOperatorReports,
  removeReply,
  reportByOperator,
  reportProfile,
  SAVED_REPLIES_LIMIT,
  saveReply,
  takeLease,
} from '@heartline/contracts';
import {
  type HttpClient,
  openOperatorInbox,
  outcomeOf,
  type Person,
  startWorld,
  until,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;
let ana: HttpClient;
let ben: HttpClient;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1 });
  [ana, ben] = [await openOperatorInbox(world, 'ana', 0), await openOperatorInbox(world, 'ben', 1)];
});
afterAll(() => world?.stop());

/** Members who wrote to fictional profiles, by conversation. */
const askers = new Map<string, Person>();

/** A member who wrote to a fictional profile and waits for an answer. */
async function asked() {
  const [member, profile] = await world.people({ credits: 5 }, { fictional: true, name: 'Fia' });
  const conversation = await ask(member, profile);
  askers.set(conversation, member);
  return { member, profile, conversation };
}

async function ask(member: Person, profile: Person): Promise<string> {
  const { message } = await member.http.call(postMessage, {
    clientId: randomUUID(),
    profile: profile.id,
    text: 'Are you there?',
    credits: 0,
    fictionalConfirmed: true,
  });
  const isWaiting = async () => {
    const { entries } = await ana.call(getOperatorQueue, {});
    return entries.some((one) => one.conversation === message.conversation && one.lastSeq === message.seq);
  };
  await until(isWaiting, (so) => so);
  return message.conversation;
}

const textsOf = ({ replies }: { replies: { text: string }[] }) => replies.map(({ text }) => text);
const save = (as: HttpClient, conversation: string, text: string, clientId: string = randomUUID()) =>
  as.call(saveReply, { clientId, conversation, text });

describe('saved replies', () => {
  it('belong to the fictional profile, for all operators and all its conversations', async () => {
    const { profile, conversation } = await asked();
    const [other, stranger] = await world.people({ credits: 3 }, { fictional: true, name: 'Gina' });
    const second = await ask(other, profile);
    const strange = await ask(other, stranger);
    await save(ana, conversation, 'How was your day?');
    expect(textsOf(await save(ben, second, '  Tell me more  '))).toEqual([
      'Tell me more',
      'How was your day?',
    ]);
    expect(textsOf(await ana.call(getOperatorConversation, { conversation }))).toHaveLength(2);
    expect(textsOf(await ana.call(getOperatorConversation, { conversation: strange }))).toEqual([]);
  });

  it('add nothing when a call or a text repeats, and refuse a used key', async () => {
    const { conversation } = await asked();
    const clientId = randomUUID();
    const calls = Array.from({ length: 8 }, () => save(ana, conversation, 'Good morning', clientId));
    for (const answer of await Promise.all(calls)) expect(textsOf(answer)).toEqual(['Good morning']);
    expect(textsOf(await save(ben, conversation, 'Good morning'))).toEqual(['Good morning']);
    expect(await outcomeOf(save(ana, conversation, 'Good night', clientId))).toBe('KEY_REUSED');
    expect(await outcomeOf(save(ana, conversation, ' \u200b '))).toBe('MESSAGE_EMPTY');
  });

  it('are all kept when the first ones of a profile are saved at once', async () => {
    const { conversation } = await asked();
    await Promise.all(['One', 'Two', 'Three', 'Four'].map((text) => save(ana, conversation, text)));
    const { replies } = await ben.call(getOperatorConversation, { conversation });
    expect(replies.map(({ text }) => text).sort()).toEqual(['Four', 'One', 'Three', 'Two']);
  });

  it('end at the limit, also when many are saved at once', async () => {
    const { conversation } = await asked();
    const many = Array.from({ length: SAVED_REPLIES_LIMIT + 5 }, (_, n) =>
      outcomeOf(save(n % 2 ? ana : ben, conversation, `Reply ${n}`)),
    );
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((one) => one === 'REPLY_LIMIT')).toHaveLength(5);
    const { replies } = await ana.call(getOperatorConversation, { conversation });
    expect(replies).toHaveLength(SAVED_REPLIES_LIMIT);
    const gone = { conversation, id: replies[0]?.id ?? '' };
    await ben.call(removeReply, gone);
    const left = await ana.call(removeReply, gone);
    expect(left.replies).toHaveLength(SAVED_REPLIES_LIMIT - 1);
    expect(textsOf(await save(ana, conversation, 'One more'))[0]).toBe('One more');
  });

  it('are erased with their profile', async () => {
    const { profile, conversation } = await asked();
    await save(ana, conversation, 'How was your day?');
    const stored = () =>
      world.inside.mongo.connection.collection('operatorReplies').countDocuments({
        _id: profile.id,
      } as object);
    expect(await stored()).toBe(1);
    await world.inside.core.messaging.operators.personalData.erase(profile.id);
    expect(await stored()).toBe(0);
  });
});

describe('the shift', () => {
  it('counts the operator’s answers and conversations, not those of colleagues', async () => {
    const shiftOf = async (as: HttpClient) => (await as.call(getOperatorQueue, {})).shift;
    const [before, other] = [await shiftOf(ana), await shiftOf(ben)];
    const { conversation } = await asked();
    const { lease } = await ana.call(takeLease, { conversation });
    for (const text of ['Here I am', 'And you?']) {
      const clientId = randomUUID();
      const answer = { clientId, conversation, number: lease.number, text };
      await ana.call(postAnswer, answer);
      await ana.call(postAnswer, answer);
    }
    const after = await shiftOf(ana);
    expect(after).toEqual({
      startedAt: before.startedAt,
      answered: before.answered + 2,
      conversations: before.conversations + 1,
    });
    expect(await shiftOf(ben)).toEqual(other);
    expect(after.startedAt).toBeLessThanOrEqual(Date.now());
  });
});

describe('reports', () => {
  const reportsOf = async (as: HttpClient) => as.call(getOperatorReports, {});
  const unreadOf = async (as: HttpClient) => (await as.call(getOperatorQueue, {})).unreadReports;
  const readAll = async (as: HttpClient) =>
    as.call(readOperatorReports, { upTo: (await reportsOf(as)).serverAt });

  it('are unread for each operator until read, and again once decided', async () => {
    const { member, conversation } = await asked();
    await Promise.all([readAll(ana), readAll(ben)]);
    const said = { clientId: randomUUID(), conversation, seq: 1, reason: 'scam', note: '' } as const;
    const { case: id } = await ana.call(reportByOperator, said);
    const [newest] = (await reportsOf(ana)).reports;
    expect(newest).toMatchObject({
      id,
      direction: 'by_us',
      name: member.name,
      words: 'Are you there?',
      reason: 'scam',
      outcome: null,
      unread: true,
    });
    expect(await unreadOf(ana)).toBe(1);
    await readAll(ana);
    expect([await unreadOf(ana), await unreadOf(ben)]).toEqual([0, 1]);
    world.clock.advance(1_000);
    await world.inside.core.safety.cases.decide(id, {
      outcome: 'warning',
      rule: undefined,
      reasons: 'Asked for money',
      operator: 'anna',
    });
    expect(await unreadOf(ana)).toBe(1);
    expect((await reportsOf(ana)).reports[0]).toMatchObject({ id, outcome: 'warning', unread: true });
    await readAll(ana);
    expect(await unreadOf(ana)).toBe(0);
    // The mark never moves back, and never past now.
    await ana.call(readOperatorReports, { upTo: 1 });
    await ana.call(readOperatorReports, { upTo: Date.now() + 3_600_000 });
    expect(await unreadOf(ana)).toBe(0);
    const next = await ana.call(reportByOperator, { ...said, clientId: randomUUID(), reason: 'spam' });
    expect((await reportsOf(ana)).reports[0]).toMatchObject({ id: next.case, unread: true });
  });

  it('of a fictional profile name no reporter; those between members are not shown', async () => {
    const [mara, jonas, fia] = await world.people({}, {}, { fictional: true, name: 'Fia' });
    const subject = { kind: 'profile' } as const;
    const report = (profile: Person) => ({
      clientId: randomUUID(),
      profile: profile.id,
      subject,
      reason: 'other' as const,
      note: 'A note of Mara',
    });
    await mara.http.call(reportProfile, report(jonas));
    const about = await mara.http.call(reportProfile, report(fia));
    const { conversation } = await asked();
    const { lease } = await ana.call(takeLease, { conversation });
    const words = { clientId: randomUUID(), conversation, number: lease.number, text: 'Good luck, Tom' };
    const { message } = await ana.call(postAnswer, words);
    const writer = (await ana.call(getOperatorConversation, { conversation })).profile.id;
    const tom = askers.get(conversation) as Person;
    const said = { kind: 'message', conversation, seq: message.seq } as const;
    const ofWords = await tom.http.call(reportProfile, { ...report(fia), profile: writer, subject: said });
    const listed = (await reportsOf(ben)).reports.find(({ id }) => id === ofWords.case);
    expect(listed).toMatchObject({ direction: 'about_us', subject: 'message', words: null });
    const { reports } = await reportsOf(ben);
    const shown = reports.find(({ id }) => id === about.case);
    expect(shown).toMatchObject({ direction: 'about_us', name: 'Fia', words: null });
    expect(JSON.stringify(shown)).not.toContain('Mara');
    expect(reports.some(({ name }) => name === jonas.name)).toBe(false);
  });
});

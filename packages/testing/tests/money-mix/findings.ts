import { type AddedMember, senderOf } from '../../src/index.ts';
import { type Mix, OTHER_WORDS, type Sent } from './actions.ts';

interface Row {
  _id: string;
  owner: string;
  n: number;
  kind: string;
  key: string;
  sender: string;
  recipient: string;
  text: string;
  gone?: string;
  photo?: { id: string };
}

const KINDS = ['text', 'photo', 'gift'];
/** Reasons of returns for unread messages. */
const UNREAD = new Set(['recipient_deleted', 'recipient_suspended', 'blocked']);

/** Errors after everything was finished, by the invariant checks and by the answers of members and staff. */
export async function findingsOf(mix: Mix): Promise<string[]> {
  const found = await mix.world.violations();
  const people = await Promise.all(mix.people.map((one) => aboutMember(mix, one)));
  return [
    ...mix.surprises,
    ...found.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`),
    ...(await aboutMessages(mix)),
    ...(await aboutMoney(mix)),
    ...(await aboutPhotos(mix)),
    ...people.flat(),
  ];
}

const rowsOf = ({ world }: Mix, filter: object) =>
  world.a.mongo.connection.collection<Row>('messages').find(filter).sort({ _id: 1 }).toArray();

async function aboutMessages(mix: Mix): Promise<string[]> {
  const found = await Promise.all(
    mix.sent.map(async (sent) => {
      const key = `${sent.from.id}:${sent.input.clientId}`;
      const rows = (await rowsOf(mix, { key })).filter(({ kind }) => KINDS.includes(kind));
      const back = await mix.world.a.core.credits.ledger.find(sent.from.id, `return:${sent.input.clientId}`);
      return (await wrongWith(mix, sent, rows, back)).map(
        (what) => `${key} ${what}: ${sent.answers.join(' ')}`,
      );
    }),
  );
  return found.flat();
}

async function wrongWith(
  mix: Mix,
  sent: Sent,
  rows: readonly Row[],
  back: Back | undefined,
): Promise<string[]> {
  const [row] = rows;
  const { takenBack, recalled, to } = sent;
  const isLostAndPaid = row !== undefined && back === undefined && (await isLost(mix, row, to));
  return chosen([
    [rows.length > 1, 'is stored twice'],
    [takenBack && row?.gone !== 'unsent', 'was unsent and is still shown'],
    [takenBack && back === undefined, 'was unsent and is still paid'],
    [recalled && row?.gone === undefined, 'was recalled and is still shown'],
    [wasReadBefore(mix, sent, back), `was read and paid back: ${back?.reason}`],
    [isLostAndPaid, 'was not delivered and is still paid'],
    ...againstAnswers(sent, row),
  ]);
}

interface Back {
  reason: string;
  at: number;
}

/** True if it was returned as unread in a later round than it was read in. */
function wasReadBefore({ rounds }: Mix, { readAt }: Sent, back: Back | undefined): boolean {
  if (readAt === undefined || !back || !UNREAD.has(back.reason)) return false;
  return rounds.some((begin) => readAt <= begin && begin < back.at);
}

type Charge = readonly [is: boolean, what: string];

/** Compares the stored row with the answers. */
function againstAnswers({ answers, places, others, input }: Sent, row: Row | undefined): Charge[] {
  const [place, ...more] = [...places, ...others];
  if (place === undefined)
    return [[row !== undefined && !answers.includes('?'), 'was refused and is stored']];
  const words = others.size > 0 ? OTHER_WORDS : input.text;
  return [
    [more.length > 0, 'was reported as sent twice'],
    [row?.n !== place, 'is not at the acknowledged place'],
    [row?.gone === undefined && row?.text !== words, 'has other words'],
  ];
}

const chosen = (charges: readonly Charge[]) => charges.flatMap(([is, what]) => (is ? [what] : []));

/** True if a message was to a deleted member and never reached them. */
async function isLost({ world }: Mix, { owner, n }: Row, to: AddedMember): Promise<boolean> {
  const status = await world.a.core.profiles.statusOf(to.id);
  if (status?.status === 'active') return false;
  const { readSeq, receivedSeq } = await world.a.core.messaging.readMarksOf(to.id, owner);
  return n > Math.max(readSeq, receivedSeq);
}

/** A photo is in one message, and stored as long as that message holds it. */
async function aboutPhotos(mix: Mix): Promise<string[]> {
  const photos = new Set(mix.sent.flatMap(({ input }) => input.photo ?? []));
  const stored = mix.world.a.mongo.connection.collection<{ _id: string; key: string | null }>('chat_photos');
  const found = await Promise.all(
    [...photos].map(async (id) => {
      const rows = await rowsOf(mix, { 'photo.id': id, kind: 'photo' });
      const isHeld = rows.some(({ gone }) => gone === undefined);
      const isStored = typeof (await stored.findOne({ _id: id }))?.key === 'string';
      return chosen([
        [rows.length > 1, `photo ${id} is in ${rows.length} messages`],
        [isHeld !== isStored, `photo ${id} is held ${isHeld}, stored ${isStored}`],
      ]);
    }),
  );
  return found.flat();
}

async function aboutMoney(mix: Mix): Promise<string[]> {
  const found = await Promise.all([...mix.payments.keys()].map((payment) => aboutPayment(mix, payment)));
  return found.flat();
}

const sum = (rows: readonly object[], field = 'cents') =>
  rows.reduce((total, one) => total + Number(one[field as never]), 0);

/** A payment as its provider has it: what came, and what its bank took for good. */
function atProvider({ provider }: Mix, payment: string) {
  const { receivedCents = 0, disputes = [], state } = provider.wordOn(payment) ?? {};
  const lost = disputes.filter((one) => one.state === 'lost');
  return { state, receivedCents, lost, paidBack: provider.paidBack(payment) };
}

async function aboutPayment(mix: Mix, payment: string): Promise<string[]> {
  const { member, isPaid, isDebit = false } = mix.payments.get(payment)!;
  const { core, mongo } = mix.world.a;
  const of = (name: string) => mongo.connection.collection(name).find({ payment }).toArray();
  const isGranted = (await core.credits.ledger.find(member, `payment:${payment}`)) !== undefined;
  const [refunds, disputes] = [await of('refunds'), await of('disputes')];
  const done = sum(refunds.filter(({ state }) => state === 'completed'));
  const open = refunds.filter(({ state }) => state === 'asked' || state === 'pending');
  const { state, receivedCents, lost, paidBack } = atProvider(mix, payment);
  const loss = isGranted ? Math.max(0, paidBack + sum(lost) - receivedCents) : 0;
  const noted = sum(disputes, 'lossCents');
  // The bank has the money of these: a refund ends without one of ours, or waits for a person.
  const isAtBank = lost.length > 0 || (isDebit && state === 'failed');
  const isOther = isAtBank ? done < paidBack : done !== paidBack;
  return chosen([
    [!isDebit && isPaid !== isGranted, `${payment} paid ${isPaid}, bought ${isGranted}`],
    [isDebit && state === 'paid' && !isGranted, `${payment} was collected, and bought nothing`],
    [isOther, `${payment}: ${paidBack} paid back, ${done} recorded`],
    [open.length > 0 && !isAtBank, `${payment}: a refund never ended`],
    [noted !== loss, `${payment}: lost ${loss}, noted ${noted}`],
    [disputes.some((one) => /due/.test(String(one['ledger']))), `${payment}: a dispute was never followed`],
  ]);
}

/** The statement adds up to the last credit, and the badge to the last message. */
async function aboutMember(mix: Mix, one: AddedMember): Promise<string[]> {
  const { core } = mix.world.b;
  const wrong: string[] = [];
  let sum = 0;
  let debt = 0;
  let before: number | undefined;
  const balance = await mix.world.balance(one);
  let shownDebt: number | undefined;
  do {
    const page = await core.credits.getStatement(one.id, { before });
    if (before === undefined && page.held > 0) wrong.push(`${one.name} has ${page.held} held`);
    if (before === undefined && page.credits !== balance)
      wrong.push(`${one.name} sees a balance of ${page.credits}, not ${balance}`);
    sum += page.entries.reduce((credits, entry) => credits + entry.credits, 0);
    debt += page.entries.reduce((credits, entry) => credits + entry.debt, 0);
    shownDebt ??= page.debt;
    before = page.next ?? undefined;
  } while (before !== undefined);
  if (sum !== balance)
    wrong.push(`the statement of ${one.name} adds up to ${sum}, the balance is ${balance}`);
  if (debt !== shownDebt)
    wrong.push(`the statement of ${one.name} adds up to a debt of ${debt}, not ${shownDebt}`);
  const { chats } = await core.messaging.listChats(senderOf(one));
  for (const { conversation, num_unread_messages: shown, readSeq } of chats) {
    const rows = await rowsOf(mix, { owner: conversation.id, kind: { $in: KINDS }, n: { $gt: readSeq } });
    const unread = rows.filter(({ sender, gone }) => sender !== one.id && gone === undefined).length;
    if (shown !== unread) wrong.push(`${one.name} is shown ${shown} unread of ${unread}`);
  }
  return wrong;
}

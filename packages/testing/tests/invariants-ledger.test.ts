import { checkInvariants, type Violation } from '@heartline/core';
import { rowId } from '@heartline/platform';
import { type CoreInTest, openTestEngines, startCore, type TestEngines } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let engines: TestEngines;
let inside: CoreInTest;

beforeAll(async () => {
  engines = await openTestEngines();
  inside = await startCore({
    mongoUrl: engines.mongo.url,
    redisUrl: engines.redis.url,
    names: engines.names,
  });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});

const STARTED_AT = Date.now();
const MARA = 'a'.repeat(24);
const JONAS = 'b'.repeat(24);
const TALK = 'c'.repeat(24);
const PAYMENT = 'd'.repeat(24);
const HOLD = { conversation: TALK, profile: JONAS, hash: 'x' };
const EUR = (cents: number) => ({ cents, currency: 'EUR' });

type Doc = { _id: string } & Record<string, unknown>;

/** A ledger row by the amounts it moves. Its position and balance follow from the rows before it. */
interface Move {
  kind: string;
  key: string;
  purchased?: number;
  bonus?: number;
  [field: string]: unknown;
}

/** Correct books of one member in which every kind of event happened once. */
const sound = () => ({
  moves: [
    { kind: 'grant', key: 'grant:signup', bonus: 3 },
    { kind: 'purchase', key: `payment:${PAYMENT}`, purchased: 25, money: EUR(999) },
    { kind: 'hold', key: 'hold:debited', bonus: -1, hold: HOLD },
    { kind: 'hold', key: 'hold:voided', bonus: -2, hold: HOLD },
    { kind: 'void', key: 'void:voided', bonus: 2, hold: HOLD },
    { kind: 'hold', key: 'hold:returned', bonus: -2, purchased: -1, hold: HOLD },
    { kind: 'return', key: 'return:returned', bonus: 2, purchased: 1, hold: HOLD },
    { kind: 'refund', key: `refund:${PAYMENT}:1`, purchased: -5, money: EUR(199) },
    { kind: 'return', key: `return:refund:${PAYMENT}:1`, purchased: 5, money: EUR(199) },
    { kind: 'refund', key: `refund:${PAYMENT}:2`, purchased: -5, money: EUR(199) },
    { kind: 'adjust', key: 'adjust:less', bonus: -1 },
    { kind: 'limit', key: 'limit:week' },
  ] as Move[],
  payments: [
    {
      _id: PAYMENT,
      member: MARA,
      state: 'completed',
      credits: 25,
      priceCents: 999,
      currency: 'EUR',
      createdAt: STARTED_AT,
    },
  ] as Doc[],
  refunds: [
    { _id: `${PAYMENT}:1`, member: MARA, state: 'failed', credits: 5, cents: 199 },
    { _id: `${PAYMENT}:2`, member: MARA, state: 'completed', credits: 5, cents: 199 },
  ] as Doc[],
  settlements: [
    { _id: `${MARA}:debited`, outcome: 'debit' },
    { _id: `${MARA}:voided`, outcome: 'void' },
    { _id: `${MARA}:returned`, outcome: 'debit' },
  ] as Doc[],
  messages: ['debited', 'voided', 'returned'].map(
    (clientId, at): Doc => ({
      _id: rowId(TALK, at + 1),
      owner: TALK,
      n: at + 1,
      key: `${MARA}:${clientId}`,
      kind: clientId === 'voided' ? 'void' : 'text',
      open: true,
      sender: MARA,
      recipient: JONAS,
      at: STARTED_AT,
    }),
  ),
});

type Books = ReturnType<typeof sound>;

/** The ledger rows of these moves, each with the balance after it. */
function ledgerOf(moves: readonly Move[]): Doc[] {
  const after = { purchased: 0, bonus: 0, premium: false };
  return moves.map(({ purchased = 0, bonus = 0, ...rest }, at) => {
    after.purchased += purchased;
    after.bonus += bonus;
    after.premium ||= rest.kind === 'purchase';
    return {
      _id: rowId(MARA, at + 1),
      owner: MARA,
      n: at + 1,
      at: STARTED_AT + at,
      purchased,
      bonus,
      purchasedAfter: after.purchased,
      bonusAfter: after.bonus,
      debtAfter: 0,
      premium: after.premium,
      started: [],
      ...rest,
    };
  });
}

const inboxes = [MARA, JONAS].map(
  (member): Doc => ({
    _id: `${member}:${TALK}`,
    conversation: TALK,
    member,
    readSeq: 0,
    receivedSeq: 0,
    lastSeq: 3,
    removedSeq: 0,
  }),
);

/** Violations in these books. A pass over everything and a pass over a window must find the same. */
async function findingsOf({ moves, ...documents }: Books): Promise<string[]> {
  const stores = { ...documents, ledger: ledgerOf(moves), inbox: inboxes };
  const { connection } = inside.mongo;
  for (const [name, docs] of Object.entries(stores)) {
    await connection.collection<Doc>(name).deleteMany({});
    if (docs.length > 0) await connection.collection<Doc>(name).insertMany(docs);
  }
  const check = (whole: boolean): Promise<Violation[]> =>
    checkInvariants(inside.mongo, {
      now: STARTED_AT + 1_000,
      quietMs: 0,
      windowMs: 60_000,
      whole,
      freeConversations: async () => 2,
    });
  const said = async (whole: boolean) =>
    (await check(whole)).map(({ invariant, subject }) => `${invariant} ${subject}`).sort();
  const found = await said(true);
  expect(await said(false)).toEqual(found);
  return found;
}

const place = (key: string) => sound().moves.findIndex((move) => move.key === key) + 1;
const at = (key: string) => rowId(MARA, place(key));
const moveOf = (books: Books, key: string) => books.moves[place(key) - 1] as Move;

/** Each damage makes the books wrong, often by one credit or cent, and names the violations it must cause. */
const WRONG: readonly [title: string, damage: (books: Books) => void, found: string[]][] = [
  [
    'a purchase that gave a credit more than was bought',
    (books) => void (moveOf(books, `payment:${PAYMENT}`).purchased = 26),
    [`C5 ${at(`payment:${PAYMENT}`)}`],
  ],
  [
    'a purchase that gave a credit less than was bought',
    (books) => void (moveOf(books, `payment:${PAYMENT}`).purchased = 24),
    [`C5 ${at(`payment:${PAYMENT}`)}`],
  ],
  [
    'a purchase at another price than was paid, by a cent',
    (books) => void (books.payments[0]!['priceCents'] = 998),
    [`C5 ${at(`payment:${PAYMENT}`)}`],
  ],
  [
    'a purchase in another currency',
    (books) => void (books.payments[0]!['currency'] = 'PLN'),
    [`C5 ${at(`payment:${PAYMENT}`)}`],
  ],
  [
    'a purchase that another member paid',
    (books) => {
      books.payments[0]!['member'] = JONAS;
      books.moves = books.moves.filter(({ key }) => !key.includes('refund:'));
      books.refunds = [];
    },
    [`C5 ${PAYMENT}`, `C5 ${at(`payment:${PAYMENT}`)}`].sort(),
  ],
  [
    'a refund of a payment that is not the member’s',
    (books) => void (moveOf(books, `refund:${PAYMENT}:2`).key = `refund:${'e'.repeat(24)}:2`),
    [`C6 ${at(`refund:${PAYMENT}:2`)}`, `C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'refunds that take a credit more than the payment gave',
    (books) => {
      // Credits of another pack make room for it.
      books.moves.splice(1, 0, { kind: 'purchase', key: 'payment:other', purchased: 25, money: EUR(999) });
      books.payments.push({ ...books.payments[0]!, _id: 'other' });
      books.moves.find(({ key }) => key === `refund:${PAYMENT}:2`)!.purchased = -26;
      books.refunds[1]!['credits'] = 26;
    },
    [`C6 ${rowId(MARA, place(`refund:${PAYMENT}:2`) + 1)}`],
  ],
  [
    'refunds that pay a cent more than the payment cost',
    (books) => {
      moveOf(books, `refund:${PAYMENT}:2`)['money'] = EUR(1_000);
      books.refunds[1]!['cents'] = 1_000;
    },
    [`C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'a refund in the ledger without its document',
    (books) => void books.refunds.pop(),
    [`C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'a refund whose document pays a cent more than the ledger took',
    (books) => void (books.refunds[1]!['cents'] = 200),
    [`C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'a refund whose document names a credit less than the ledger took',
    (books) => void (books.refunds[1]!['credits'] = 4),
    [`C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'a refund that was paid back, and its credits came back as well',
    (books) => void (books.refunds[0]!['state'] = 'completed'),
    [`C6 ${at(`refund:${PAYMENT}:1`)}`],
  ],
  [
    'a refund that failed, and its credits did not come back',
    (books) => void (books.refunds[1]!['state'] = 'failed'),
    [`C6 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'a message that was debited and given back by a void',
    (books) => void books.moves.push({ kind: 'void', key: 'void:debited', bonus: 1, hold: HOLD }),
    [`C4 ${at('hold:debited')}`],
  ],
  [
    'a void whose credits did not come back',
    (books) => {
      books.moves = books.moves.filter(({ key }) => key !== 'void:voided');
      moveOf(books, 'grant:signup').bonus = 5;
    },
    [`C4 ${at('hold:voided')}`],
  ],
  [
    'a void whose credits came back twice',
    (books) => void books.moves.push({ kind: 'return', key: 'return:voided', bonus: 2, hold: HOLD }),
    [`C4 ${rowId(MARA, 13)}`],
  ],
  [
    'a void that gave back a credit more than its hold took',
    (books) => void (moveOf(books, 'void:voided').bonus = 3),
    [`C3 ${at('void:voided')}`],
  ],
  [
    'a return that gave back a bought credit more than its hold took',
    (books) => void (moveOf(books, 'return:returned').purchased = 2),
    [`C3 ${at('return:returned')}`],
  ],
  [
    'a return that gave a bought credit back as a free one',
    (books) => Object.assign(moveOf(books, 'return:returned'), { purchased: 0, bonus: 3 }),
    [`C3 ${at('return:returned')}`],
  ],
  [
    'a refund that failed and gave back a credit more than it took',
    (books) => void (moveOf(books, `return:refund:${PAYMENT}:1`).purchased = 6),
    [`C3 ${at(`return:refund:${PAYMENT}:1`)}`],
  ],
  [
    'a grant of credits that count as bought',
    (books) => void (moveOf(books, 'grant:signup').purchased = 1),
    [`C3 ${at('grant:signup')}`],
  ],
  [
    'a grant of a negative amount',
    (books) => {
      books.moves.splice(1, 0, { kind: 'grant', key: 'grant:more', bonus: -1 });
    },
    [`C2 ${rowId(MARA, 5)}`, `C2 ${rowId(MARA, 7)}`, `C3 ${rowId(MARA, 2)}`],
  ],
  [
    'a limit row that moves credits',
    (books) => void (moveOf(books, 'limit:week').bonus = 1),
    [`C3 ${at('limit:week')}`],
  ],
  [
    'an operator who takes what was bought',
    (books) => void (moveOf(books, 'adjust:less').purchased = -1),
    [`C3 ${at('adjust:less')}`],
  ],
  [
    'a refund that takes free credits',
    (books) => void (moveOf(books, `refund:${PAYMENT}:2`).bonus = -1),
    [`C3 ${at(`refund:${PAYMENT}:2`)}`],
  ],
  [
    'free credits below none, by one',
    (books) => void (moveOf(books, 'adjust:less').bonus = -3),
    [`C2 ${at('adjust:less')}`, `C2 ${at('limit:week')}`],
  ],
  [
    'a balance of bought credits that is off by one, until the next row',
    (books) => Object.assign(moveOf(books, 'limit:week'), { purchasedAfter: 21 }),
    [`C1 ${at('limit:week')}`],
  ],
  [
    'a balance of free credits that is off by one, until the next row',
    (books) => Object.assign(moveOf(books, 'limit:week'), { bonusAfter: 2 }),
    [`C1 ${at('limit:week')}`],
  ],
  [
    'Premium that came with a grant',
    (books) => void (moveOf(books, 'grant:signup')['premium'] = true),
    [`C8 ${at('grant:signup')}`],
  ],
  [
    'Premium that did not come with a purchase, but with a message',
    (books) => void (moveOf(books, `payment:${PAYMENT}`)['premium'] = false),
    [`C8 ${at(`payment:${PAYMENT}`)}`, `C8 ${at('hold:debited')}`],
  ],
  [
    'Premium that ended without a refund',
    (books) => void (moveOf(books, 'limit:week')['premium'] = false),
    [`C8 ${at('limit:week')}`],
  ],
  [
    'Premium that ended although half of a pack was left',
    (books) => {
      for (const key of [`refund:${PAYMENT}:1`, `return:refund:${PAYMENT}:1`, `refund:${PAYMENT}:2`])
        moveOf(books, key)['premium'] = false;
      for (const key of ['adjust:less', 'limit:week']) moveOf(books, key)['premium'] = false;
    },
    [
      `C8 ${at(`refund:${PAYMENT}:1`)}`,
      `C8 ${at(`return:refund:${PAYMENT}:1`)}`,
      `C8 ${at(`refund:${PAYMENT}:2`)}`,
    ],
  ],
];

describe('the invariant checks, on books', () => {
  it('find nothing in correct books', async () => {
    expect(await findingsOf(sound())).toEqual([]);
  });

  it('accept pending steps: a requested refund, or credits returned before it', async () => {
    const books = sound();
    Object.assign(books.refunds[0]!, { state: 'pending' });
    Object.assign(books.refunds[1]!, { state: 'asked', cents: 1 });
    expect(await findingsOf(books)).toEqual([]);
  });

  it('accept Premium that ended with a refund and came back when the refund failed', async () => {
    const books = sound();
    for (const [key, purchased] of [
      [`refund:${PAYMENT}:1`, -15],
      [`return:refund:${PAYMENT}:1`, 15],
    ] as const) {
      Object.assign(moveOf(books, key), { purchased, money: EUR(599), premium: purchased > 0 });
    }
    Object.assign(books.refunds[0]!, { credits: 15, cents: 599 });
    expect(await findingsOf(books)).toEqual([]);
  });

  it.each(WRONG)('find %s, and nothing else', async (_, damage, found) => {
    const books = sound();
    damage(books);
    expect(await findingsOf(books)).toEqual(found);
  });
});

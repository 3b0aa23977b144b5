import { createPasswords } from '@heartline/platform';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type AddedMember, drawPicture, oneOf, PASSWORD, seeded } from '../../src/index.ts';
import { accountsOf, createProviderInTest } from '../provider-in-test.ts';
import { twoCores } from '../two-cores-in-test.ts';
import { collect, doSome, type Mix } from './actions.ts';
import { findingsOf } from './findings.ts';
import { lieAbout } from './unreliable-database.ts';

const ROUNDS = 40;
const AT_ONCE = 6;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Setting = ReturnType<typeof twoCores> & { provider: ReturnType<typeof createProviderInTest> };
type Belongings = { passwordHash: string; picture: Buffer };

/**
 * Registers one test for each seed. Members and staff move credits at once through two gateways, while database and
 * provider lose answers; then jobs finish the rest. Ledger, balances and events must agree; a seed fixes the acts only.
 */
export function testMoneyMix(seeds: readonly number[]): void {
  const provider = createProviderInTest();
  const cores = twoCores({ payments: accountsOf({ bridge: provider }) });
  let belongings: Belongings;
  beforeAll(async () => {
    const [passwordHash, picture] = await Promise.all([
      createPasswords().hash(PASSWORD),
      drawPicture('teal', { width: 40, height: 40 }),
    ]);
    belongings = { passwordHash, picture };
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  it.each(seeds)(
    'keeps ledger, balances and events consistent under concurrent acts (seed %i)',
    async (seed) => {
      expect(await run({ ...cores, provider }, belongings, seed)).toEqual([]);
    },
    120_000,
  );
}

async function run(
  { world, a, b, provider }: Setting,
  { passwordHash, picture }: Belongings,
  seed: number,
): Promise<string[]> {
  const random = seeded(seed);
  provider.forget();
  const account = { createdAt: world.clock.now() - DAY, passwordHash };
  const wish = { account, credits: 6 };
  const people: AddedMember[] = await world.people(wish, wish, wish, wish);
  const mix: Mix = {
    world,
    provider,
    people,
    picture,
    rounds: [],
    random,
    sent: [],
    payments: new Map(),
    keys: [],
    code: `MIX-${seed}`,
    surprises: [],
  };
  const terms = { code: mix.code, percent: 20, until: '2099-01-01T00:00:00Z', maxUses: 3 };
  await a.core.payments.addCodes('default', JSON.stringify([terms]));
  const chance = seeded(seed * 1_000);
  provider.losesAnswers(() => chance() < 0.1);
  provider.refundsBecome(() => oneOf(['done', 'pending', 'failed', 'refused'] as const, chance));
  const lies = lieAbout([a, b], chance, 25);
  for (let round = 0; round < ROUNDS; round += 1) await doSome(mix, AT_ONCE);
  await lies.stop();
  provider.losesAnswers(() => false);
  provider.endRefunds(() => (random() < 0.5 ? 'done' : 'failed'));
  provider.refundsBecome(() => 'done');
  endAtBanks(mix, random);
  for (let pass = 0; pass < 3; pass += 1) {
    await world.sweep(65_000);
    await b.core.payments.followDisputes();
    await a.core.payments.reconcileDay();
    await b.core.payments.reconcilePayments();
  }
  // Photos that were not sent, or were removed, are deleted.
  world.later(2 * HOUR);
  await a.core.profiles.sweepPhotos();
  return findingsOf(mix);
}

/** The banks collect or return every debit, and decide every dispute. */
function endAtBanks({ payments, provider, world }: Mix, random: () => number): void {
  for (const payment of payments.keys()) {
    if (provider.wordOn(payment)?.state === 'pending') collect(provider, payment, random);
    for (const { id, state } of provider.wordOn(payment)?.disputes ?? []) {
      if (state !== 'taken' && state !== 'inquiry') continue;
      const end = random() < 0.5 ? 'lost' : 'given-back';
      provider.dispute(payment, { id, state: end, at: world.clock.now() });
    }
  }
}

import { testMoneyMix } from './money-mix.ts';

/** Seeds of the release campaign, after those of each test run. */
const SEEDS = Array.from({ length: 197 }, (_, at) => at + 4);

testMoneyMix(SEEDS);

import { testMoneyMix } from './money-mix.ts';

testMoneyMix([1, 2, 3]);

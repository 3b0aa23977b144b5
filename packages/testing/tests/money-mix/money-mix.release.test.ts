import { testMoneyMix } from './money-mix.ts';

testMoneyMix([2, 3, 4, 5, 6, 7, 8, 9, 10]);

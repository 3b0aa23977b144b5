import { expect, it } from 'vitest';
import { badgeText } from './badge-text.ts';

it('shows the number to 99 and 99+ from 100 [S2-141 S9-028]', () => {
  expect([0, 1, 99, 100, 4_000].map(badgeText)).toEqual([undefined, '1', '99', '99+', '99+']);
});

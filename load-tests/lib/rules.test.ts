import { expect, it } from 'vitest';
import { MAY_BE_BUSY, MAY_CUT_OFF, type Rules, rulesFor } from './rules.ts';

const calm = rulesFor({ minutes: 3, socketVus: 4 });
/** Figures that some rule of these speaks of. */
const asked = (rules: Rules) => Object.keys(rules).filter((figure) => rules[figure]?.length !== 0);

it('asks of a calm house that nobody is cut off, put off, left without an answer or made to fetch', () => {
  for (const figure of [
    'sockets_reconnected',
    'messages_unanswered',
    'messages_put_off',
    'messages_fetched_gaps',
    'calls_put_off',
  ])
    expect(calm[figure]).toEqual(['count==0']);
});

it('asks of a house that may be busy, or cut off, all the rest', () => {
  const dropped = (rules: Rules) => {
    const left = asked({ ...calm, ...rules });
    return new Set(asked(calm).filter((figure) => !left.includes(figure)));
  };
  const busy = [
    'calls_put_off',
    'messages_expired',
    'messages_fetched_gaps',
    'messages_put_off',
    'signals_put_off',
  ];
  expect(dropped(MAY_BE_BUSY)).toEqual(new Set(busy));
  expect(dropped(MAY_CUT_OFF)).toEqual(new Set([...busy, 'messages_unanswered', 'sockets_reconnected']));
});

it('gives a long run up where it can only fail', () => {
  expect(rulesFor({ minutes: 30, socketVus: 4 })['messages_duplicate']).toEqual([
    { threshold: 'count==0', abortOnFail: true },
  ]);
});

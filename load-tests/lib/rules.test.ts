import { expect, it } from 'vitest';
import { MAY_BE_BUSY, MAY_CUT_OFF, type Rules, rulesFor } from './rules.ts';

const idle = rulesFor({ minutes: 3, socketVus: 4 });
/** Metrics with at least one rule. */
const asked = (rules: Rules) => Object.keys(rules).filter((figure) => rules[figure]?.length !== 0);

it('requires no cut, delay, missing answer or gap from an idle app', () => {
  for (const figure of [
    'sockets_reconnected',
    'messages_unanswered',
    'messages_put_off',
    'messages_fetched_gaps',
    'calls_put_off',
  ])
    expect(idle[figure]).toEqual(['count==0']);
});

it('drops only the rules that a busy app or a cut may break', () => {
  const dropped = (rules: Rules) => {
    const left = asked({ ...idle, ...rules });
    return new Set(asked(idle).filter((figure) => !left.includes(figure)));
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

it('aborts a long run that can only fail', () => {
  expect(rulesFor({ minutes: 30, socketVus: 4 })['messages_duplicate']).toEqual([
    { threshold: 'count==0', abortOnFail: true },
  ]);
});

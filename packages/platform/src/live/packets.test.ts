import { expect, it } from 'vitest';
import { packets } from './packets.ts';

function decode(text: unknown): unknown {
  const decoder = new packets.Decoder();
  let decoded: unknown;
  decoder.on('decoded', (packet) => {
    decoded = packet;
  });
  decoder.add(text);
  return decoded;
}

it('decodes packets of clients, and encodes packets they can read', () => {
  const encoder = new packets.Encoder();
  for (const [text, packet] of [
    ['0', { type: 0, nsp: '/' }],
    ['0{"token":"x"}', { type: 0, nsp: '/', data: { token: 'x' } }],
    ['0/operators,', { type: 0, nsp: '/operators' }],
    ['0/operators,{"sid":"a"}', { type: 0, nsp: '/operators', data: { sid: 'a' } }],
    ['1', { type: 1, nsp: '/' }],
    ['2["said",{"text":"1,2 ❤️"}]', { type: 2, nsp: '/', data: ['said', { text: '1,2 ❤️' }] }],
    ['2120["said",[]]', { type: 2, nsp: '/', id: 120, data: ['said', []] }],
    ['2/operators,0["said"]', { type: 2, nsp: '/operators', id: 0, data: ['said'] }],
    ['37[{"ok":true}]', { type: 3, nsp: '/', id: 7, data: [{ ok: true }] }],
  ] as const) {
    expect(decode(text)).toEqual(packet);
    expect(encoder.encode(packet as never)).toEqual([text]);
  }
  expect(decode('0/operators')).toEqual({ type: 0, nsp: '/operators' });
});

it('rejects everything else', () => {
  for (const text of [
    '',
    'x',
    '2',
    '2{}',
    '2[]',
    '2[{}]',
    '2[7]',
    '2["disconnect"]',
    '2["said"',
    '2/operators["said"]',
    '1{}',
    '0[',
    '0"x"',
    '0[]',
    '0null',
    '3{}',
    '4{"message":"no"}',
    '51-["said",{"_placeholder":true,"num":0}]',
    '61-7[]',
    '9',
    `0/${'x'.repeat(32)}`,
    `2${'['.repeat(20_000)}`,
    Buffer.from('2["said"]'),
    undefined,
  ]) {
    expect(() => decode(text), String(text).slice(0, 50)).toThrow();
  }
});

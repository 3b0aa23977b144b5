import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonBody, UnsafeJson } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

describe('a JSON body', () => {
  it('is read as JSON reads it', () => {
    const poison = ['__proto__', 'constructor', 'prototype'];
    const isSafe = (text: string) => poison.every((word) => !text.includes(word));
    fc.assert(
      fc.property(fc.json().filter(isSafe), (text) => {
        // JSON.stringify writes no key twice.
        const once = JSON.stringify(JSON.parse(text));
        expect(parse(once)).toEqual(JSON.parse(once));
      }),
    );
    expect(parse('{"a":{"b":1},"c":{"b":"a:b,{\\"b\\":"},"d":[{"b":1},{"b":2}]}')).toBeDefined();
  });

  it('names no key twice, however it is written', () => {
    for (const text of [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '[{"x":{"b":1,"c":[],"b":2}}]',
      '{"a":{"a":1},"b":"a","a":2}',
    ]) {
      expect(() => parse(text)).toThrow(UnsafeJson);
    }
  });

  it('names no key that leads to a prototype, at any depth', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '__proto\\u005f_']) {
      expect(() => parse(`{"a":[{"${key}":{}}]}`)).toThrow(UnsafeJson);
    }
    expect(parse('{"a":"__proto__"}')).toEqual({ a: '__proto__' });
  });

  it('is refused when it is not JSON', () => {
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'NaN', '1 2', '\u0000'])
      expect(() => parse(text)).toThrow(UnsafeJson);
  });

  it('may be as deep as it likes', () => {
    const depth = 50_000;
    expect(() => parse('[{"a":'.repeat(depth))).toThrow(UnsafeJson);
    expect(parse('[{"a":'.repeat(10_000) + '1' + '}]'.repeat(10_000))).toBeDefined();
  });
});

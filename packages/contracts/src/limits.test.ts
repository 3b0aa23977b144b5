import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { REQUEST_BYTES } from './limits.ts';
import { CALLS, INBOUND_EVENTS } from './registry.ts';

/** The parts of JSON Schema that contracts come to. */
interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
}

/** The most bytes of one code unit of a text, and of one ASCII letter that a pattern allows. */
const IN_JSON = { text: 6, pattern: 1 };
const IN_ADDRESS = { text: 9, pattern: 3 };
const SHORT: ReadonlySet<string> = new Set(['number', 'integer', 'boolean', 'null']);
const LONGEST_SHORT = 24;

/** The most bytes that a value of this shape takes, as a client may write it. */
function mostBytes(shape: Shape, bytes: typeof IN_JSON, path: string): number {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return Math.max(...choices.map((one) => mostBytes(one, bytes, path)));
  const values = shape.enum ?? ('const' in shape ? [shape.const] : undefined);
  if (values) return Math.max(...values.map((one) => JSON.stringify(one).length));
  if (shape.type === 'object') return 2 + mostOfFields(shape, bytes, path);
  if (shape.type === 'array') {
    // Not a number for a list of any length, which fits nowhere.
    return 2 + Number(shape.maxItems) * (1 + mostBytes(shape.items ?? {}, bytes, `${path}[]`));
  }
  if (shape.type === 'string') return 2 + mostOfText(shape, bytes, path);
  if ([shape.type ?? []].flat().every((type) => SHORT.has(type))) return LONGEST_SHORT;
  throw new Error(`${path} may be anything: ${JSON.stringify(shape)}`);
}

function mostOfFields({ properties = {} }: Shape, bytes: typeof IN_JSON, path: string): number {
  return Object.entries(properties).reduce(
    (sum, [name, field]) => sum + name.length + 4 + mostBytes(field, bytes, `${path}.${name}`),
    0,
  );
}

function mostOfText({ maxLength, pattern }: Shape, bytes: typeof IN_JSON, path: string): number {
  if (maxLength !== undefined) return maxLength * bytes.text;
  if (pattern === undefined) throw new Error(`${path} is a text of any length`);
  return longestMatch(pattern) * bytes.pattern;
}

/** Letters of the longest text that a pattern of sequences, classes, groups and counts matches; it must have an end. */
function longestMatch(pattern: string): number {
  const tokens = pattern.match(/\\.|\[(?:\\.|[^\]])+\]|\{\d+(?:,\d*)?\}|\(\?:|./g) ?? [];
  const alternatives = (): number => {
    let longest = 0;
    let length = 0;
    for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
      if (token === '|') {
        longest = Math.max(longest, length);
        length = 0;
      } else if (token !== '^' && token !== '$') {
        length += (token.startsWith('(') ? alternatives() : 1) * times();
      }
    }
    return Math.max(longest, length);
  };
  const times = (): number => {
    const next = tokens[0] ?? '';
    if (/^[*+]$|^\{\d+,\}$/.test(next)) throw new Error(`${pattern} has no end`);
    if (next !== '?' && !next.startsWith('{')) return 1;
    tokens.shift();
    return next === '?' ? 1 : Number(/(\d+)\}$/.exec(next)?.[1]);
  };
  return alternatives();
}

const shapeOf = (input: z.ZodMiniType) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;

describe('the longest request', () => {
  it.each(INBOUND_EVENTS.map((event) => [event.name, event]))('fits into a packet: %s', (name, event) => {
    const envelope = `42${Number.MAX_SAFE_INTEGER}["${name}",]`.length;
    expect(envelope + mostBytes(shapeOf(event.input), IN_JSON, name)).toBeLessThanOrEqual(REQUEST_BYTES);
  });

  const withBody = CALLS.filter(({ method, body }) => method !== 'GET' && body === undefined);
  it.each(withBody.map((call) => [call.name, call]))('fits into a body: %s', (name, call) => {
    expect(mostBytes(shapeOf(call.input), IN_JSON, name)).toBeLessThanOrEqual(REQUEST_BYTES);
  });

  /** Node takes 16 KiB of headers in all; half of it is left to cookies and what proxies add. */
  const HEADER_BYTES = 8_192;
  const inAddress = CALLS.filter((call) => !withBody.includes(call));
  it.each(inAddress.map((call) => [call.name, call]))('fits into an address: %s', (name, call) => {
    expect(mostBytes(shapeOf(call.input), IN_ADDRESS, name)).toBeLessThanOrEqual(HEADER_BYTES);
  });
});

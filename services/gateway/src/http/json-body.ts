/**
 * JSON of strangers: no key twice in one object (two readers would see two bodies), no key that reaches a prototype.
 * Works without recursion, so depth costs nothing.
 */

export class UnsafeJson extends Error {
  override name = 'UnsafeJson';
}

const POISON: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses a body. Throws `UnsafeJson` for anything that is not plain, unambiguous JSON. */
export function parseJsonBody(body: Buffer): unknown {
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnsafeJson('not JSON');
  }
  // A key given twice leaves one key of two colons.
  if (countKeys(value) !== countColons(text)) throw new UnsafeJson('key given twice');
  return value;
}

/** All keys at any depth; throws for one that reaches a prototype. */
function countKeys(value: unknown): number {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        if (POISON.has(key)) throw new UnsafeJson('key reaches a prototype');
        count += 1;
        open.push(item);
      }
    }
  }
  return count;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The colons of text that is known to be JSON, outside of strings: each stands behind a key. */
function countColons(text: string): number {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isInString = !isInString;
    else if (unit === BACKSLASH) at += 1;
    else if (unit === COLON && !isInString) count += 1;
  }
  return count;
}

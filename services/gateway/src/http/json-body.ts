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
  checkKeys(text);
  return value;
}

/** Strings and brackets are all that matter in text that is known to be JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

function checkKeys(text: string): void {
  // One entry for each open bracket: the keys of an object, or undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addKey(open.at(-1), JSON.parse(lastString) as string);
    else lastString = token;
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (POISON.has(key)) throw new UnsafeJson('key reaches a prototype');
  if (keys?.has(key)) throw new UnsafeJson('key given twice');
  keys?.add(key);
}

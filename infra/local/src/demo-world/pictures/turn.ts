import { createRandom } from '../random.ts';

/** The place of a person among the others; neighbours get looks and places that lie far apart. */
export function turnOf(key: string): number {
  const number = /(\d+)$/.exec(key)?.[1];
  return number ? Number(number) : createRandom(key).int(300, 999);
}

import { isDeepStrictEqual } from 'node:util';
import { type GiftDefinition, giftDefinition } from '@heartline/contracts';
import { type CatalogueGift, giftCatalogue } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { giftsOf, readGifts } from './gift.repository.ts';

/**
 * Operators' changes to the gifts of a site. A gift is withdrawn and never deleted, since messages name it;
 * it can be offered again. Members see a change within 5 s; a refused change returns a sentence.
 */
export type GiftOutcome = { done: CatalogueGift[] } | { problem: string };

/** The whole catalogue of a site, including withdrawn gifts. */
export async function listGifts(mongo: Mongo, site: string): Promise<CatalogueGift[]> {
  return giftCatalogue(await readGifts(mongo, site));
}

/**
 * Adds or changes gifts from an operator's file; if one is invalid, none is written. Gifts are written one by
 * one. After an interruption the same file continues with the missing ones.
 */
export async function writeGifts(
  mongo: Mongo,
  site: string,
  file: unknown,
  mode: 'add' | 'change',
): Promise<GiftOutcome> {
  const read = readFile(file);
  if ('problem' in read) return read;
  const known = new Map((await listGifts(mongo, site)).map((gift) => [gift.id, gift]));
  const gifts = read.gifts.map((gift): CatalogueGift => ({ ...gift, offered: true }));
  if (mode === 'change') {
    const missing = gifts.find(({ id }) => !known.has(id));
    return missing ? { problem: noGift(missing.id) } : { done: await write(mongo, site, gifts) };
  }
  // A gift equal to the file was added before an interruption, or applies to every site.
  const unequal = gifts.filter((gift) => !isDeepStrictEqual(known.get(gift.id), gift));
  const taken = unequal.find(({ id }) => known.has(id));
  if (taken) return { problem: `"${taken.id}" is in the catalogue already; change it.` };
  await write(mongo, site, unequal);
  return { done: gifts };
}

/** Withdraws a gift: it is no longer offered; messages keep it. */
export async function removeGift(mongo: Mongo, site: string, id: string): Promise<GiftOutcome> {
  const gift = (await listGifts(mongo, site)).find((one) => one.id === id);
  if (!gift) return { problem: noGift(id) };
  return { done: await write(mongo, site, [{ ...gift, offered: false }]) };
}

async function write(mongo: Mongo, site: string, gifts: readonly CatalogueGift[]): Promise<CatalogueGift[]> {
  for (const gift of gifts) {
    await giftsOf(mongo).updateOne(
      { _id: `${site}:${gift.id}` },
      { $set: { ...gift, site } },
      { upsert: true },
    );
  }
  return [...gifts];
}

const noGift = (id: string) => `There is no gift "${id}" in the catalogue.`;

/** One gift or a list of gifts, each with a name in every language. */
function readFile(file: unknown): { gifts: GiftDefinition[] } | { problem: string } {
  const given: unknown[] = Array.isArray(file) ? file : [file];
  const gifts: GiftDefinition[] = [];
  for (const [index, one] of given.entries()) {
    const parsed = giftDefinition.safeParse(one);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return {
        problem: `Gift ${index + 1} of the file: ${issue?.path.join('.') || 'it'} is not as it should be.`,
      };
    }
    gifts.push(parsed.data);
  }
  if (gifts.length === 0) return { problem: 'The file holds no gift.' };
  if (new Set(gifts.map(({ id }) => id)).size !== gifts.length)
    return { problem: 'The file names a gift twice.' };
  return { gifts };
}

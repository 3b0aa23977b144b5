import { type GiftDefinition, giftDefinition } from '@heartline/contracts';
import { type CatalogueGift, giftCatalogue } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { giftsOf, readGifts } from './gift.repository.ts';

/**
 * What operators do to the gifts of a site. A gift is never deleted, since messages name it: it is withdrawn, and can
 * be offered again. Members see a change within 5 s. What cannot be done is answered as a sentence.
 */
export type GiftOutcome = { done: CatalogueGift[] } | { problem: string };

/** The whole catalogue of a site, withdrawn gifts too. */
export async function listGifts(mongo: Mongo, site: string): Promise<CatalogueGift[]> {
  return giftCatalogue(await readGifts(mongo, site));
}

/** Adds gifts, or changes those that are there, as the file of an operator has them. All or none. */
export async function writeGifts(
  mongo: Mongo,
  site: string,
  file: unknown,
  mode: 'add' | 'change',
): Promise<GiftOutcome> {
  const read = readFile(file);
  if ('problem' in read) return read;
  const known = new Map((await listGifts(mongo, site)).map((gift) => [gift.id, gift]));
  const wrong = read.gifts.find((gift) => known.has(gift.id) !== (mode === 'change'));
  if (wrong) {
    return {
      problem: mode === 'add' ? `"${wrong.id}" is in the catalogue already; change it.` : noGift(wrong.id),
    };
  }
  return {
    done: await write(
      mongo,
      site,
      read.gifts.map((gift) => ({ ...gift, offered: true })),
    ),
  };
}

/** Withdraws a gift: it is not offered any more, and messages that hold it keep it. */
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

/** One gift or a list of them, each with a name in every language. */
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

import { INTERESTS } from '@heartline/contracts';
import { type RingFilter, type RingRow, TRAITS, type Trait } from './ring.model.ts';

const WORD = 32;
const MASKS = Math.ceil(INTERESTS.length / WORD);

/** Numbers for the values of one field, given as they are met; 0 is none. */
function createCodes() {
  const codes = new Map<string, number>();
  return {
    of(value: string | null): number {
      if (value === null || value === undefined) return 0;
      const known = codes.get(value);
      if (known !== undefined) return known;
      codes.set(value, codes.size + 1);
      return codes.size;
    },
    /** -1 for a value nobody has. */
    asked: (value: string) => codes.get(value) ?? -1,
  };
}

/** What is kept of each member on a ring, one array a field, and the questions a search asks of them. */
export function createColumns(room: number) {
  const codes = Object.fromEntries(TRAITS.map((trait) => [trait, createCodes()])) as Record<
    Trait,
    ReturnType<typeof createCodes>
  >;
  const countries = createCodes();
  const regions = createCodes();
  const make = (size: number) => ({
    born: new Int32Array(size),
    country: new Uint16Array(size),
    region: new Uint16Array(size),
    fictional: new Uint8Array(size),
    traits: TRAITS.map(() => new Uint8Array(size)),
    interests: Array.from({ length: MASKS }, () => new Uint32Array(size)),
  });
  let kept = make(room);

  /** Every array with what a row has for it. */
  const values = (row: RingRow): [Int32Array | Uint32Array | Uint16Array | Uint8Array, number][] => {
    const masks = interestMasks(row.interests);
    return [
      [kept.born, dayNumber(row.dateOfBirth)],
      [kept.country, countries.of(row.country)],
      [kept.region, regions.of(`${row.country} ${row.region}`)],
      [kept.fictional, row.fictional ? 1 : 0],
      ...TRAITS.map((trait, n) => [kept.traits[n] as Uint8Array, codes[trait].of(row[trait])] as const),
      ...masks.map((mask, n) => [kept.interests[n] as Uint32Array, mask] as const),
    ] as [Uint8Array, number][];
  };

  return {
    grow(size: number): void {
      const old = kept;
      kept = make(size);
      for (const name of ['born', 'country', 'region', 'fictional'] as const) kept[name].set(old[name]);
      for (const [n, column] of old.traits.entries()) kept.traits[n]?.set(column);
      for (const [n, column] of old.interests.entries()) kept.interests[n]?.set(column);
    },
    /** Keeps a row; whether anything is other than before. */
    write(slot: number, row: RingRow): boolean {
      let isOther = false;
      for (const [column, value] of values(row)) {
        if (column[slot] === value) continue;
        column[slot] = value;
        isOther = true;
      }
      return isOther;
    },
    /** The question a search asks of each slot. */
    fitting(filter: RingFilter): (slot: number) => boolean {
      const equal: [Uint16Array | Uint8Array, number][] = Object.entries(filter.traits).map(
        ([trait, value]) => [
          kept.traits[TRAITS.indexOf(trait as Trait)] as Uint8Array,
          codes[trait as Trait].asked(value),
        ],
      );
      if (filter.country) equal.push([kept.country, countries.asked(filter.country)]);
      if (filter.country && filter.region) {
        equal.push([kept.region, regions.asked(`${filter.country} ${filter.region}`)]);
      }
      if (filter.fictional !== undefined) equal.push([kept.fictional, filter.fictional ? 1 : 0]);
      const bornAfter = filter.bornAfter ? dayNumber(filter.bornAfter) : 0;
      const bornUntil = filter.bornUntil ? dayNumber(filter.bornUntil) : Number.MAX_SAFE_INTEGER;
      const masks = filter.interests && interestMasks(filter.interests);
      const genders = kept.traits[TRAITS.indexOf('gender')] as Uint8Array;
      const sexualities = kept.traits[TRAITS.indexOf('sexuality')] as Uint8Array;
      const wanted = filter.wanted?.map(
        ({ gender, sexuality }) => [codes.gender.asked(gender), codes.sexuality.asked(sexuality)] as const,
      );
      const { born, interests } = kept;
      return (slot) => {
        for (const [column, value] of equal) if (column[slot] !== value) return false;
        const bornOn = born[slot] as number;
        if (bornOn <= bornAfter || bornOn > bornUntil) return false;
        if (masks && !masks.some((mask, n) => ((interests[n]?.[slot] ?? 0) & mask) !== 0)) return false;
        if (wanted) {
          return wanted.some(
            ([gender, sexuality]) => genders[slot] === gender && sexualities[slot] === sexuality,
          );
        }
        return true;
      };
    },
  };
}

/** A calendar day as a number that sorts like it. */
function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

function interestMasks(interests: readonly string[]): number[] {
  const masks = Array.from({ length: MASKS }, () => 0);
  for (const interest of interests) {
    const at = (INTERESTS as readonly string[]).indexOf(interest);
    if (at >= 0)
      masks[Math.floor(at / WORD)] = ((masks[Math.floor(at / WORD)] ?? 0) | (1 << (at % WORD))) >>> 0;
  }
  return masks;
}

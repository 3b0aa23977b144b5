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
    /**
     * Who of the first `size` slots fits and is in `alive`: 1 for each that does. One pass a question, each over one
     * array from end to end, which is what processors do best.
     */
    select(filter: RingFilter, alive: Uint8Array, size: number): Uint8Array {
      const mask = alive.slice(0, size);
      for (const [column, value] of equalTo(filter)) {
        for (let slot = 0; slot < size; slot += 1) if (column[slot] !== value) mask[slot] = 0;
      }
      if (filter.bornAfter || filter.bornUntil) keepBorn(mask, filter);
      if (filter.interests) keepInterested(mask, interestMasks(filter.interests));
      if (filter.wanted) keepWanted(mask, filter.wanted);
      return mask;
    },
  };

  /** The columns in which a search wants one value. */
  function equalTo(filter: RingFilter): [Uint16Array | Uint8Array, number][] {
    const equal: [Uint16Array | Uint8Array, number][] = Object.entries(filter.traits).map(
      ([trait, value]) => [traitColumn(trait as Trait), codes[trait as Trait].asked(value)],
    );
    const { country, region, fictional } = filter;
    if (country) equal.push([kept.country, countries.asked(country)]);
    if (country && region) equal.push([kept.region, regions.asked(`${country} ${region}`)]);
    if (fictional !== undefined) equal.push([kept.fictional, fictional ? 1 : 0]);
    return equal;
  }

  function traitColumn(trait: Trait): Uint8Array {
    return kept.traits[TRAITS.indexOf(trait)] as Uint8Array;
  }

  function keepBorn(mask: Uint8Array, { bornAfter, bornUntil }: RingFilter): void {
    const after = bornAfter ? dayNumber(bornAfter) : 0;
    const until = bornUntil ? dayNumber(bornUntil) : Number.MAX_SAFE_INTEGER;
    for (let slot = 0; slot < mask.length; slot += 1) {
      const born = kept.born[slot] as number;
      if (born <= after || born > until) mask[slot] = 0;
    }
  }

  function keepInterested(mask: Uint8Array, asked: readonly number[]): void {
    for (let slot = 0; slot < mask.length; slot += 1) {
      if (mask[slot] === 1 && !asked.some((bits, n) => ((kept.interests[n]?.[slot] ?? 0) & bits) !== 0)) {
        mask[slot] = 0;
      }
    }
  }

  function keepWanted(mask: Uint8Array, wanted: NonNullable<RingFilter['wanted']>): void {
    const [genders, sexualities] = [traitColumn('gender'), traitColumn('sexuality')];
    const pairs = wanted.map(
      ({ gender, sexuality }) => [codes.gender.asked(gender), codes.sexuality.asked(sexuality)] as const,
    );
    for (let slot = 0; slot < mask.length; slot += 1) {
      if (mask[slot] === 0) continue;
      if (!pairs.some(([one, other]) => genders[slot] === one && sexualities[slot] === other)) mask[slot] = 0;
    }
  }
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

import { INTERESTS } from '@heartline/contracts';
import { dayNumber } from '@heartline/domain';
import {
  type SearchIndexFilter,
  type SearchIndexRow,
  type SearchOrder,
  TRAITS,
  type Trait,
} from './search-index.model.ts';

const WORD = 32;
/** Codes of one trait, which is stored in a byte. */
const CODES = 256;
/** Bands of activity. */
const BANDS = 5;
/** The highest number of a group, for those without a sign-up. */
export const LAST_GROUP = 65_535;
const MASKS = Math.ceil(INTERESTS.length / WORD);

/** Numbers for the values of one field, in order of appearance; 0 is none. */
class Codes {
  readonly #codes = new Map<string, number>();

  of(value: string | null | undefined): number {
    if (value === null || value === undefined) return 0;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size + 1);
    return this.#codes.size;
  }

  /** -1 for an unused value. */
  asked(value: string): number {
    return this.#codes.get(value) ?? -1;
  }
}

type Column = Int32Array | Uint32Array | Uint16Array | Uint8Array;

function makeColumns(size: number) {
  return {
    born: new Int32Array(size),
    country: new Uint16Array(size),
    region: new Uint16Array(size),
    fictional: new Uint8Array(size),
    verified: new Uint8Array(size),
    online: new Uint8Array(size),
    joined: new Uint16Array(size),
    active: new Uint16Array(size),
    traits: TRAITS.map(() => new Uint8Array(size)),
    interests: Array.from({ length: MASKS }, () => new Uint32Array(size)),
  };
}

/** Columns of one number for each member. */
const PLAIN = [
  'born',
  'country',
  'region',
  'fictional',
  'verified',
  'online',
  'joined',
  'active',
] as const satisfies (keyof ReturnType<typeof makeColumns>)[];

/** Searchable fields of the members of an index, one array per field, and the filters on them. */
export class SearchIndexColumns {
  readonly #traits = Object.fromEntries(TRAITS.map((trait) => [trait, new Codes()])) as Record<Trait, Codes>;
  readonly #countries = new Codes();
  readonly #regions = new Codes();
  #stored: ReturnType<typeof makeColumns>;

  constructor(room: number) {
    this.#stored = makeColumns(room);
  }

  /** Makes room for this many slots. */
  grow(size: number): void {
    const old = this.#stored;
    this.#stored = makeColumns(size);
    for (const name of PLAIN) this.#stored[name].set(old[name]);
    for (const [n, column] of old.traits.entries()) this.#stored.traits[n]?.set(column);
    for (const [n, column] of old.interests.entries()) this.#stored.interests[n]?.set(column);
  }

  /** Stores a row; returns true if anything changed. */
  write(slot: number, row: SearchIndexRow): boolean {
    let isOther = false;
    for (const [column, value] of this.#valuesOf(row)) {
      if (column[slot] === value) continue;
      column[slot] = value;
      isOther = true;
    }
    return isOther;
  }

  /**
   * Members among the first `size` slots that match and are in `alive`: 1 for each. One pass per condition,
   * each over one array from end to end, which is what processors do best.
   */
  select(filter: SearchIndexFilter, alive: Uint8Array, size: number): Uint8Array {
    const mask = alive.slice(0, size);
    for (const [column, value] of this.#equalTo(filter)) {
      for (let slot = 0; slot < size; slot += 1) if (column[slot] !== value) mask[slot] = 0;
    }
    this.#keepCountries(mask, filter);
    this.#keepJoined(mask, filter);
    if (filter.bornAfter || filter.bornUntil) this.#keepBorn(mask, filter);
    if (filter.interests) this.#keepInterested(mask, interestMasks(filter.interests));
    if (filter.wanted) this.#keepWanted(mask, filter.wanted);
    return mask;
  }

  /** Marks who is connected, by slot. */
  setOnline(slots: readonly number[]): void {
    this.#stored.online.fill(0);
    for (const slot of slots) this.#stored.online[slot] = 1;
  }

  /**
   * The group of each slot in an order; the lowest group comes first. Bands of activity are never finer than
   * those a profile shows.
   */
  groupOf({ sort, today, interests }: SearchOrder): (slot: number) => number {
    const { joined, active, interests: stored } = this.#stored;
    const band = (slot: number) => bandOf(active[slot] as number, today);
    if (sort === 'active') return band;
    if (sort === 'new') return (slot) => LAST_GROUP - (joined[slot] as number);
    const mine = interestMasks(interests);
    return (slot) => {
      let shared = 0;
      for (let n = 0; n < MASKS; n += 1) {
        shared += bitsIn(((stored[n] as Uint32Array)[slot] as number) & (mine[n] as number));
      }
      return (INTERESTS.length - shared) * BANDS + band(slot);
    };
  }

  /** Every array with its value for a row. */
  #valuesOf(row: SearchIndexRow): [Column, number][] {
    const stored = this.#stored;
    const values: [Column, number][] = [
      [stored.born, birthNumber(row.dateOfBirth)],
      [stored.country, this.#countries.of(row.country)],
      [stored.region, this.#regions.of(`${row.country} ${row.region}`)],
      [stored.fictional, row.fictional ? 1 : 0],
      [stored.verified, row.verifiedAt == null ? 0 : 1],
      // A fictional profile has neither signed up nor been active, however recently it was made or changed.
      [stored.joined, row.fictional ? 0 : dayNumber(row.createdAt)],
      [stored.active, row.fictional ? 0 : dayNumber(row.lastActiveAt)],
    ];
    for (const trait of TRAITS) values.push([this.#column(trait), this.#traits[trait].of(row[trait])]);
    for (const [n, mask] of interestMasks(row.interests).entries()) {
      values.push([stored.interests[n] as Uint32Array, mask]);
    }
    return values;
  }

  /** The columns for which a search requires one value. */
  #equalTo({ traits, countries = [], region, ...asked }: SearchIndexFilter): [Column, number][] {
    const equal: [Column, number][] = Object.entries(traits).map(([name, value]) => {
      const trait = name as Trait;
      return [this.#column(trait), this.#traits[trait].asked(value)];
    });
    const [country, ...others] = countries;
    if (country && others.length === 0) {
      equal.push([this.#stored.country, this.#countries.asked(country)]);
      if (region) equal.push([this.#stored.region, this.#regions.asked(`${country} ${region}`)]);
    }
    if (asked.fictional !== undefined) equal.push([this.#stored.fictional, asked.fictional ? 1 : 0]);
    if (asked.verified) equal.push([this.#stored.verified, 1]);
    if (asked.online) equal.push([this.#stored.online, 1], [this.#stored.fictional, 0]);
    return equal;
  }

  #column(trait: Trait): Uint8Array {
    return this.#stored.traits[TRAITS.indexOf(trait)] as Uint8Array;
  }

  /** One country is a column equal to a value already. */
  #keepCountries(mask: Uint8Array, { countries = [] }: SearchIndexFilter): void {
    if (countries.length <= 1) return;
    const codes = new Set(countries.map((country) => this.#countries.asked(country)));
    const { country } = this.#stored;
    for (let slot = 0; slot < mask.length; slot += 1) {
      if (mask[slot] === 1 && !codes.has(country[slot] as number)) mask[slot] = 0;
    }
  }

  #keepJoined(mask: Uint8Array, { joinedFrom: from }: SearchIndexFilter): void {
    if (from === undefined) return;
    const { joined } = this.#stored;
    for (let slot = 0; slot < mask.length; slot += 1) if ((joined[slot] as number) < from) mask[slot] = 0;
  }

  #keepBorn(mask: Uint8Array, { bornAfter, bornUntil }: SearchIndexFilter): void {
    const after = bornAfter ? birthNumber(bornAfter) : 0;
    const until = bornUntil ? birthNumber(bornUntil) : Number.MAX_SAFE_INTEGER;
    const { born } = this.#stored;
    for (let slot = 0; slot < mask.length; slot += 1) {
      const day = born[slot] as number;
      if (day <= after || day > until) mask[slot] = 0;
    }
  }

  #keepInterested(mask: Uint8Array, asked: readonly number[]): void {
    const { interests } = this.#stored;
    for (let slot = 0; slot < mask.length; slot += 1) {
      if (mask[slot] === 1 && !asked.some((bits, n) => ((interests[n]?.[slot] ?? 0) & bits) !== 0)) {
        mask[slot] = 0;
      }
    }
  }

  /** Every default search runs this: one look into a table for each slot. */
  #keepWanted(mask: Uint8Array, wanted: NonNullable<SearchIndexFilter['wanted']>): void {
    const [genders, sexualities] = [this.#column('gender'), this.#column('sexuality')];
    const fits = new Uint8Array(CODES * CODES);
    for (const { gender, sexuality } of wanted) {
      const [one, other] = [this.#traits.gender.asked(gender), this.#traits.sexuality.asked(sexuality)];
      if (one > 0 && other > 0) fits[one * CODES + other] = 1;
    }
    for (let slot = 0; slot < mask.length; slot += 1) {
      const pair = (genders[slot] as number) * CODES + (sexualities[slot] as number);
      mask[slot] = (mask[slot] as number) & (fits[pair] as number);
    }
  }
}

/** The band of a last activity: since yesterday, a week, a month, longer, and none. */
function bandOf(active: number, today: number): number {
  if (active === 0) return 4;
  const days = today - active;
  if (days <= 1) return 0;
  if (days <= 7) return 1;
  return days <= 30 ? 2 : 3;
}

function bitsIn(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** A calendar day as a number with the same order. */
function birthNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

function interestMasks(interests: readonly string[]): number[] {
  const masks = Array.from({ length: MASKS }, () => 0);
  for (const interest of interests) {
    const at = (INTERESTS as readonly string[]).indexOf(interest);
    if (at < 0) continue;
    const word = Math.floor(at / WORD);
    masks[word] = ((masks[word] ?? 0) | (1 << (at % WORD))) >>> 0;
  }
  return masks;
}

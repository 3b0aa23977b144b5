import { letterAt } from './messaging.ts';
import { foldText } from './text.ts';

/** A range of a text in code units; `end` is exclusive. */
export type Place = readonly [start: number, end: number];

/** The most terms of a search, and the most letters of each that count. */
const MAX_TERMS = 6;
const MAX_TERM_LENGTH = 40;

/** The folded terms of a query (`foldText`); empty when there is nothing to search for. */
export function searchTerms(question: string): string[] {
  const words = fold(question)
    .text.split(/[\s\p{P}\p{S}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_TERM_LENGTH));
  return [...new Set(words)].slice(0, MAX_TERMS);
}

/**
 * Finds all terms in a text, in order and without overlaps; undefined unless every term occurs. A term matches the
 * beginning of a word: "mor" finds "Morgen" and not "tomorrow".
 */
export function findTerms(text: string, terms: readonly string[]): Place[] | undefined {
  if (terms.length === 0) return undefined;
  const folded = fold(text);
  const places: Place[] = [];
  for (const term of terms) {
    const found = placesOf(folded, term);
    if (found.length === 0) return undefined;
    places.push(...found);
  }
  return withoutOverlaps(places);
}

/** The part of a long text around the first match, for a list of results; `…` marks a cut. */
export function snippetAround(text: string, place: Place, length: number): string {
  const line = text.replace(/\s/gu, ' ');
  if (line.length <= length) return line;
  const wanted = Math.max(0, place[0] - Math.floor(length / 3));
  const start = letterAt(line, Math.min(wanted, line.length - length));
  const end = letterAt(line, start + length);
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`;
}

/** The text from a whole word at most `before` code units ahead of the match, for a line that is cut at its end. */
export function lineFrom(text: string, place: Place, before: number): string {
  const most = place[0] - before;
  if (most <= 0) return text;
  const space = text.indexOf(' ', most - 1);
  const start = space >= 0 && space < place[0] ? space + 1 : letterAt(text, most);
  return `…${text.slice(start)}`;
}

interface Folded {
  text: string;
  /** For each code unit of `text`: the range of its letter in the original. */
  starts: number[];
  ends: number[];
  original: string;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Folds letter by letter, since folding changes lengths and matches must map back to the original. */
function fold(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const letter of original) {
    const plain = foldText(letter);
    const end = at + letter.length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    text += plain;
    at = end;
  }
  return { text, starts, ends, original };
}

function placesOf({ text, starts, ends, original }: Folded, term: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    const start = starts[at] ?? 0;
    if (starts[at - 1] === start || isInsideWord(original, start)) continue;
    places.push([start, ends[at + term.length - 1] ?? original.length]);
  }
  return places;
}

/** True if the letter before belongs to the same word. Scripts without spaces have no word beginnings. */
function isInsideWord(text: string, start: number): boolean {
  const before = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1);
  return before !== undefined && LETTER.test(before) && !UNSPACED.test(before);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function withoutOverlaps(places: Place[]): Place[] {
  const sorted = places.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  const selected: Place[] = [];
  for (const place of sorted) if (place[0] >= (selected.at(-1)?.[1] ?? 0)) selected.push(place);
  return selected;
}

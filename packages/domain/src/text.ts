/*
 * What people write, as it is kept. Names, cities and passwords have rules of their own.
 */

/** Line ends of other systems and of Unicode, the vertical tab and the form feed. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, code points that are no characters, and marks of annotations: fonts have a box for them, or nothing. */
const SIGNS = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}|[\uFFF9-\uFFFB]/gu;
/**
 * A letter, number, mark or picture that can be seen. Fillers are letters to Unicode and shown as nothing: those of
 * Hangul are ignorable, the others (blanks of Braille, music and hieroglyphs, the place of an object) stand here.
 */
const VISIBLE =
  /(?!\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC\u{1D159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text with plain line ends and without signs that show as boxes, trimmed. Cleaning it again changes nothing. */
export function cleanText(raw: string): string {
  return raw.replace(LINE_ENDS, '\n').replace(SIGNS, '').trim();
}

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The text as it is kept, where a blank one counts as none. */
export function cleanNote(raw: string): string {
  return isBlank(raw) ? '' : cleanText(raw);
}

/** Letters that Unicode takes for letters of their own, and how people write them without the right keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
};
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * A text ready to be compared by a search: "złoty" as "zloty", "Cœur" as "coeur", "Straße" as "strasse". Without case,
 * accents and other forms of one letter.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(PLAIN_LETTER, (letter) => PLAIN[letter] ?? letter);
}

/*
 * Rules for stored texts of members. Names, cities and passwords have their own rules.
 */

/** Line ends of other systems and of Unicode, the vertical tab and the form feed. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters, noncharacters and annotation marks: fonts show a box for them, or nothing. */
const SIGNS = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}|[\uFFF9-\uFFFB]/gu;
/**
 * A visible letter, number, mark or picture. Unicode calls fillers letters although they draw nothing. Those of Hangul
 * are ignorable; blanks of Braille, music and hieroglyphs and the object placeholder are listed here.
 */
const VISIBLE =
  /(?!\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC\u{1D159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Unifies line ends, removes characters that show as boxes, and trims. Idempotent. */
export function cleanText(raw: string): string {
  return raw.replace(LINE_ENDS, '\n').replace(SIGNS, '').trim();
}

/** True for a text without a visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The text as it is stored; a blank one becomes empty. */
export function cleanNote(raw: string): string {
  return isBlank(raw) ? '' : cleanText(raw);
}

/** Letters that Unicode does not decompose, with their usual replacement. */
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
 * Folds a text for comparison in a search: no case, no accents, one form of each letter. "złoty" becomes "zloty", "Cœur"
 * becomes "coeur", "Straße" becomes "strasse".
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(PLAIN_LETTER, (letter) => PLAIN[letter] ?? letter);
}

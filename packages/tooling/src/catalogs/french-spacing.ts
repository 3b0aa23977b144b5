/** The hard spaces of French: a narrow one before `; ! ?`, a wide one before `: %` and inside `« »`. */
const NARROW = '\u202F';
const WIDE = '\u00A0';

/** Any number of spaces, hard ones too. */
const SPACES = '[ \u00A0\u202F]*';

/** A sign that stands for itself, as the key in `(?, / …)`, has no word before it. */
const AFTER_A_WORD = '(?<=[^\\s(])';

const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${AFTER_A_WORD}${SPACES}([;!?]+)`, 'g'), `${NARROW}$1`],
  // Not in a time (10:30), an address (https://) or the `offset:1` of a plural.
  [new RegExp(`${AFTER_A_WORD}${SPACES}:(?!\\d|//)`, 'g'), `${WIDE}:`],
  [new RegExp(`(?<=[\\d}])${SPACES}%`, 'g'), `${WIDE}%`],
  [new RegExp(`«${SPACES}`, 'g'), `«${WIDE}`],
  [new RegExp(`${SPACES}»`, 'g'), `${WIDE}»`],
];

/**
 * A French message with the spaces that its signs ask for: hard ones, so that no line begins with a sign. The words and
 * the ICU syntax stay as they are.
 */
export function spacedInFrench(message: string): string {
  return RULES.reduce((text, [where, spaced]) => text.replace(where, spaced), message);
}

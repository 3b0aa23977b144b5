import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanNote, cleanText, isBlank } from './text.ts';

describe('isBlank', () => {
  it.each([
    ['spaces and line ends', ' \u00a0\u3000\n\t'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff\u00ad'],
    ['direction marks', '\u202e\u2066\u200f'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['a blank of Braille', '\u2800'],
    ['blanks of music and hieroglyphs', '\u{1d159}\u{13441}\u{13442}'],
    ['the place of an object', '\ufffc'],
    ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0067}'],
    ['marks on nothing', '\u0301\u20e3'],
    ['controls', '\u0001\u001b\u009f'],
    ['fillers among spaces', ' \u3164 \u2800 \u200d '],
  ])('is true of %s', (_, text) => expect(isBlank(text)).toBe(true));

  it.each(['a', '.', '♥', '7', '👩🏽‍❤️‍💋‍👩🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '한', '⠃', 'مرحبا', '明', '\u2800a'])(
    'is false of %s',
    (text) => expect(isBlank(text)).toBe(false),
  );
});

describe('cleanText', () => {
  it('drops signs that show as boxes and keeps lines, tabs and emoji', () => {
    expect(cleanText('a\u0001\u0008\u001b[0mb\u007f\u009f')).toBe('a[0mb');
    expect(cleanText('one\r\ntwo\rthree\u2028four\u0085five\fsix')).toBe('one\ntwo\nthree\nfour\nfive\nsix');
    expect(cleanText('\ufffea\uffff\u{1fffe}b\ufdd0')).toBe('ab');
    expect(cleanText('a\ufff9b\ufffac\ufffb')).toBe('abc');
    expect(cleanText('\t a\tb 👩🏽‍❤️‍💋‍👩🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \n')).toBe('a\tb 👩🏽‍❤️‍💋‍👩🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿');
  });

  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });

  it('makes a note of which nothing can be seen an empty one', () => {
    expect(cleanNote('\u3164\u0301')).toBe('');
    expect(cleanNote(' for\u0007 you ')).toBe('for you');
  });
});

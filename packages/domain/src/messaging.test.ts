import { DEFAULT_SETTINGS, MESSAGE_UNITS } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import {
  cutText,
  maySend,
  messagePrice,
  messageText,
  photoPrice,
  type SendRequest,
  storedText,
} from './messaging.ts';

const request: SendRequest = {
  sender: { member: 'a', site: 's' },
  recipientId: 'b',
  recipient: { status: 'active', name: 'Mara', fictional: false, site: 's' },
  text: 'Hello',
  price: 1,
  wordless: false,
  credits: 1,
  fictionalConfirmed: false,
  settings: DEFAULT_SETTINGS,
};
const code = (change: Partial<SendRequest>) => {
  const result = maySend({ ...request, ...change });
  return result.ok ? 'OK' : result.refusal.code;
};

describe('messageText', () => {
  const long = 'e\u0301';
  it.each([
    ['nothing', '', 'MESSAGE_EMPTY'],
    ['spaces', ' \n\t ', 'MESSAGE_EMPTY'],
    ['only zero-width characters', '\u200b\u200d\ufeff\u2060', 'MESSAGE_EMPTY'],
    ['only direction marks', '\u202e\u2066', 'MESSAGE_EMPTY'],
    ['one letter too many', 'x'.repeat(11), 'MESSAGE_TOO_LONG'],
    ['one grapheme too many', long.repeat(11), 'MESSAGE_TOO_LONG'],
    ['a tower of combining marks', `a${'\u0301'.repeat(2000)}`, 'MESSAGE_TOO_LONG'],
    [
      'letters that are pictures strung together without end',
      `👩${'\u200d👩'.repeat(60)}`,
      'MESSAGE_TOO_LONG',
    ],
    ['a small tower of combining marks', `a${'\u0301'.repeat(12)}`, 'MESSAGE_TOO_LONG'],
  ])('refuses %s', (_, text, expected) => {
    expect(messageText(text, 10)).toMatchObject({ ok: false, refusal: { code: expected } });
  });

  it.each([
    ['exactly the length', 'x'.repeat(10)],
    ['exactly the graphemes', long.repeat(10)],
    ['an emoji of several code points', '👩🏽‍❤️‍👩🏽'],
    ['the length in the longest letters there are', '👩🏽‍❤️‍💋‍👩🏽'.repeat(10)],
    ['Arabic', 'مرحبا'],
    ['a letter with as many marks as languages stack', `a${'\u0301'.repeat(11)}`],
    ['one sign that is no letter', '♥'],
  ])('takes %s', (_, text) => expect(messageText(text, 10)).toEqual({ ok: true, value: text }));

  it('takes no more code units than a message has room for, whatever the limit', () => {
    const kiss = '👩🏽‍❤️‍💋‍👩🏽';
    expect(messageText(kiss.repeat(1_000), 1_000).ok).toBe(true);
    expect(messageText(kiss.repeat(1_333), 5_000).ok).toBe(true);
    expect(messageText(kiss.repeat(1_400), 5_000)).toMatchObject({ refusal: { code: 'MESSAGE_TOO_LONG' } });
    expect(kiss.repeat(1_333).length).toBeLessThanOrEqual(MESSAGE_UNITS);
  });

  it('keeps a text without the space around it', () => {
    expect(messageText('  hi\r\nthere ', 20)).toEqual({ ok: true, value: 'hi\nthere' });
    expect(messageText('hi\rthere', 20)).toEqual({ ok: true, value: 'hi\nthere' });
  });

  it('stores of a note what can be seen, and of words all that was allowed', () => {
    expect(storedText(' \u200b', true)).toBe('');
    expect(storedText(' for you ', true)).toBe('for you');
    expect(storedText(' \u200b', false)).toBe('\u200b');
  });
});

describe('cutText', () => {
  const family = '👩‍👩‍👧‍👦';

  it('leaves what fits as it is, and cuts between letters', () => {
    expect(cutText('abcd', 4)).toBe('abcd');
    expect(cutText('abcde', 4)).toBe('abc…');
    expect(cutText(`ab${family}`, 2 + family.length)).toBe(`ab${family}`);
    expect(cutText(`ab${family}cd`, 8)).toBe('ab…');
    expect(cutText(`e\u0301${family}`, 2)).toBe('…');
  });
});

describe('maySend', () => {
  it('lets an active member write to another', () => expect(code({})).toBe('OK'));
  it.each([
    ['nobody', { recipient: undefined }, 'NOT_FOUND'],
    ['oneself', { recipientId: 'a' }, 'NOT_FOUND'],
    ['someone of another site', { recipient: { ...request.recipient!, site: 't' } }, 'NOT_FOUND'],
    ['someone gone', { recipient: { ...request.recipient!, status: 'deleted' as const } }, 'RECIPIENT_GONE'],
    [
      'someone closed',
      { recipient: { ...request.recipient!, status: 'disabled' as const } },
      'RECIPIENT_GONE',
    ],
    [
      'someone unconfirmed, as to nobody',
      { recipient: { ...request.recipient!, status: 'not_confirmed' as const } },
      'NOT_FOUND',
    ],
    ['someone behind a block', { blocked: { code: 'BLOCKED_BY' as const } }, 'BLOCKED_BY'],
    [
      'a fictional profile unconfirmed, also where it costs nothing',
      { recipient: { ...request.recipient!, fictional: true }, price: 0, credits: 0 },
      'FICTIONAL_NOT_CONFIRMED',
    ],
    [
      'a fictional profile unconfirmed',
      { recipient: { ...request.recipient!, fictional: true } },
      'FICTIONAL_NOT_CONFIRMED',
    ],
    ['at a price that rose', { price: 3, credits: 2 }, 'PRICE_CHANGED'],
    ['at a price of one’s own', { credits: 0 }, 'PRICE_CHANGED'],
  ])('refuses writing to %s', (_, change, expected) => expect(code(change)).toBe(expected));

  it('a price that fell is charged as it is now, without asking', () => {
    expect(maySend({ ...request, price: 1, credits: 2 })).toMatchObject({ ok: true, value: { price: 1 } });
  });

  it('a confirmed fictional profile costs the fictional price', () => {
    const fictional = { recipient: { ...request.recipient!, fictional: true }, fictionalConfirmed: true };
    expect(code({ ...fictional, price: 0, credits: 0 })).toBe('OK');
    expect(messagePrice(DEFAULT_SETTINGS, { fictional: true })).toBe(0);
  });

  it('a photo costs its own price, and to a fictional profile that of a message', () => {
    expect([false, true].map((fictional) => photoPrice(DEFAULT_SETTINGS, { fictional }))).toEqual([2, 0]);
  });

  it('a photo or a gift needs no words, and its words have the limit of all', () => {
    const gift = { wordless: true, price: 3, credits: 3 };
    expect(maySend({ ...request, ...gift, text: ' \u200b ' })).toEqual({
      ok: true,
      value: { text: '', price: 3 },
    });
    expect(code({ ...gift, text: 'For you' })).toBe('OK');
    expect(code({ ...gift, text: 'x'.repeat(1_001) })).toBe('MESSAGE_TOO_LONG');
    expect(code({ ...gift, credits: 2 })).toBe('PRICE_CHANGED');
  });
});

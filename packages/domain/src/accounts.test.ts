import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  checkDateOfBirth,
  checkName,
  checkPassword,
  emailIdentity,
  isCalendarDay,
  isEmail,
  memberToday,
  minutesLeft,
  shownAge,
} from './accounts.ts';

const TODAY = '2025-06-15';

describe('date of birth', () => {
  it('is required, and a day that exists [S5-001]', () => {
    expect(checkDateOfBirth('', TODAY, 18)).toBe('REQUIRED');
    for (const none of [
      '1990-02-30',
      '1990-13-01',
      '1990-00-10',
      '1990-04-31',
      '1900-02-29',
      '0000-01-01',
      '31-02-1990',
      '1990-2-3',
      'x',
    ]) {
      expect([none, checkDateOfBirth(none, TODAY, 18)]).toEqual([none, 'DATE_OF_BIRTH_INVALID']);
    }
    expect(isCalendarDay('2000-02-29')).toBe(true);
  });

  it('takes who is 18 today, and not who will be tomorrow [S5-004 S1-001]', () => {
    expect(checkDateOfBirth('2007-06-15', TODAY, 18)).toBeUndefined();
    expect(checkDateOfBirth('2007-06-16', TODAY, 18)).toBe('UNDER_AGE');
    expect(checkDateOfBirth('2004-06-15', TODAY, 21)).toBeUndefined();
    expect(checkDateOfBirth('2004-06-16', TODAY, 21)).toBe('UNDER_AGE');
  });

  it('is neither in the future nor before anybody alive', () => {
    expect(checkDateOfBirth('2025-06-16', TODAY, 18)).toBe('DATE_OF_BIRTH_INVALID');
    expect(checkDateOfBirth('2025-06-15', TODAY, 18)).toBe('UNDER_AGE');
    expect(checkDateOfBirth('1904-06-16', TODAY, 18)).toBeUndefined();
    expect(checkDateOfBirth('1904-06-15', TODAY, 18)).toBe('DATE_OF_BIRTH_INVALID');
  });

  it('counts 29 February as 1 March in other years', () => {
    expect(ageOn('2004-02-29', '2022-02-28')).toBe(17);
    expect(ageOn('2004-02-29', '2022-03-01')).toBe(18);
    expect(ageOn('2004-02-29', '2024-02-29')).toBe(20);
  });

  it('shows the minimum age to a member who has reached it in the earliest time zone', () => {
    const now = Date.UTC(2025, 5, 15, 12);
    expect(shownAge('2007-06-15', now, 18)).toBe(18);
    expect(shownAge('2007-06-16', now, 18)).toBe(18);
    expect(shownAge('2006-06-16', now, 18)).toBe(18);
    // A raised minimum age does not change the age of members who are there already.
    expect(shownAge('2005-06-20', now, 21)).toBe(19);
  });

  it('believes the member’s own day if it is at most one from ours', () => {
    const now = Date.UTC(2025, 5, 15, 12);
    for (const day of ['2025-06-14', '2025-06-15', '2025-06-16']) expect(memberToday(now, day)).toBe(day);
    for (const day of ['2025-06-13', '2025-06-17', '2035-06-15', 'tomorrow', undefined]) {
      expect(memberToday(now, day)).toBe('2025-06-15');
    }
  });
});

describe('e-mail addresses', () => {
  it('are one plain address', () => {
    for (const good of [
      'a@b.nl',
      "o'neil+tag@mail.example.org",
      'x@bücher.example',
      'a.b-c_d@xn--bcher-kva.example',
    ]) {
      expect([good, isEmail(good)]).toEqual([good, true]);
    }
    for (const bad of [
      'abc',
      '@b.nl',
      'a@',
      'a@b',
      'a@b.c',
      'a@b.12',
      'a b@c.nl',
      '"a"@b.nl',
      'a@b.nl (x).evil.tld',
      'a@good.tld,b@evil.tld',
      'a\r\nBcc: x@y.nl',
      'a..b@c.nl',
      '.a@c.nl',
      'a.@c.nl',
      'a@-b.nl',
      'a@b-.nl',
      'a@b..nl',
      '<a@b.nl>',
      'a@[127.0.0.1]',
      `${'a'.repeat(65)}@b.nl`,
      `a@${'b'.repeat(64)}.nl`,
      `a@${'b.'.repeat(130)}nl`,
      '',
    ]) {
      expect([bad, isEmail(bad)]).toEqual([bad, false]);
    }
  });

  it('are the same person whatever their case, tag, or dots where dots do not count', () => {
    const same = [
      ['J.Doe+x@gmail.com', 'gmail.com'],
      ['jdoe@googlemail.com', 'googlemail.com'],
      ['JDOE@gmail.com', 'gmail.com'],
    ] as const;
    expect(new Set(same.map(([email, domain]) => emailIdentity(email, domain)))).toEqual(
      new Set(['jdoe@gmail.com']),
    );
    expect(emailIdentity('J.Doe+x@mail.example', 'mail.example')).toBe('j.doe@mail.example');
    expect(emailIdentity('+x@mail.example', 'mail.example')).toBe('+x@mail.example');
  });
});

describe('names', () => {
  const check = (name: string) => checkName(name, 'zoe@mail.example');

  it('are not the e-mail address and do not start with @ [S5-005 S5-006]', () => {
    expect(check('Zoe@Mail.example ')).toEqual({ error: 'NAME_IS_EMAIL' });
    expect(check('@zoe')).toEqual({ error: 'NAME_STARTS_WITH_AT' });
    expect(check('  @zoe')).toEqual({ error: 'NAME_STARTS_WITH_AT' });
  });

  it('are kept in one form', () => {
    expect(check('  Zoe\u0308   van  Dam ')).toEqual({ name: 'Zoë van Dam' });
    for (const name of ['Łukasz', 'José-María', 'd’Artagnan', 'Anna_92', 'Оля', '李明', 'Søren', 'J.R.']) {
      expect([name, check(name)]).toEqual([name, { name: name.normalize('NFC') }]);
    }
  });

  it('have 2 to 30 characters, one of them a letter', () => {
    expect(check('')).toEqual({ error: 'REQUIRED' });
    expect(check('   ')).toEqual({ error: 'REQUIRED' });
    expect(check('a')).toEqual({ error: 'INVALID' });
    expect(check('ab')).toEqual({ name: 'ab' });
    expect(check('a'.repeat(30))).toEqual({ name: 'a'.repeat(30) });
    expect(check('a'.repeat(31))).toEqual({ error: 'TOO_LONG' });
    expect(check('1234')).toEqual({ error: 'INVALID' });
  });

  it('hold no controls, directions, joiners, markup or towers of marks', () => {
    for (const name of [
      'a\0b',
      'a\u202Eb',
      'a\u200Bb',
      'a\u2066b',
      '<b>bob</b>',
      'a@b.nl',
      'bob🎉',
      `bo${'\u0301'.repeat(5)}b`,
      '-bob',
      'a/b',
    ]) {
      expect([name, check(name)]).toEqual([name, { error: 'INVALID' }]);
    }
  });

  it('hold no letters that draw nothing', () => {
    for (const name of [
      '\u3164\u3164',
      '\u115f\u1160',
      '\uffa0\uffa0',
      'Mara\u3164',
      '\u{13441}\u{13441}',
      'a\u034fb',
    ]) {
      expect([name, check(name)]).toEqual([name, { error: 'INVALID' }]);
    }
  });

  it('never throw, and what passes is short and visible', () => {
    const passes = fc.check(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const checked = checkName(name, 'a@b.nl');
        return 'error' in checked || ([...checked.name].length <= 30 && !/\p{C}/u.test(checked.name));
      }),
    );
    expect(passes.counterexample).toBeNull();
  });
});

describe('passwords', () => {
  const check = (password: string) =>
    checkPassword(password, { siteName: 'Heartline', name: 'Zoe van Dam', email: 'zoevandam@mail.example' });

  it('have 8 to 128 characters, counted as people count them [S5-015]', () => {
    expect(check('abcdef7')).toBe('PASSWORD_TOO_SHORT');
    expect(check('abcdef78')).toBeUndefined();
    expect(check('🐢a🐢b🐢c🐢')).toBe('PASSWORD_TOO_SHORT');
    expect(check('🐢a🐢b🐢c🐢d')).toBeUndefined();
    expect(check('abcd'.repeat(32))).toBeUndefined();
    expect(check(`${'abcd'.repeat(32)}e`)).toBe('PASSWORD_TOO_LONG');
  });

  it('have as many characters in either Unicode form', () => {
    for (const form of ['NFC', 'NFD']) {
      expect(check('é1à2ö3ç'.normalize(form))).toBe('PASSWORD_TOO_SHORT');
      expect(check('éàöç'.repeat(32).normalize(form))).toBeUndefined();
      expect(check(`${'éàöç'.repeat(32)}é`.normalize(form))).toBe('PASSWORD_TOO_LONG');
    }
    const about = { siteName: 'Café', name: 'Zoë', email: 'zoe@mail.example' };
    expect(checkPassword('mein CAFE\u0301 7', about)).toBe('PASSWORD_TOO_COMMON');
  });

  it('do not hold the site’s name, are not one’s own, and vary', () => {
    for (const guessable of [
      'myHEARTLINE9',
      'zoe van dam',
      'ZoeVanDam',
      'zoevandam@mail.example',
      'aaaaaaaa',
      'abababab',
      '12121212',
    ]) {
      expect([guessable, check(guessable)]).toEqual([guessable, 'PASSWORD_TOO_COMMON']);
    }
    expect(check('abcabcd8')).toBeUndefined();
  });
});

describe('minutes of a block', () => {
  it('count a started one, and never none', () => {
    expect(minutesLeft(900_000, 0)).toBe(15);
    expect(minutesLeft(840_001, 0)).toBe(15);
    expect(minutesLeft(840_000, 0)).toBe(14);
    expect(minutesLeft(1, 0)).toBe(1);
  });
});

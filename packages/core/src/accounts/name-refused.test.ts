import { describe, expect, it } from 'vitest';
import { nameRefused } from './name-refused.ts';

const check = (name: string) => nameRefused(name, 'Heartline');

describe('a name that looks like staff', () => {
  it.each([
    'Support',
    'ѕuррort',
    'SUPP0RT',
    'súpport',
    'support_',
    'The Support Team',
    'admin',
    'Adm1n',
    'аdmin',
    'ADMIN',
    'admin 1',
    'Administrator',
    'moderator',
    'rnoderator',
    'мoderaтor',
    'Heartline',
    'heart1ine',
    'Heartline Support',
    'Hеartline',
    'Ηeartline',
    'customer service',
    'customer_service',
    'Support24',
    'Klantenservice',
    'Beheerder',
    'Kundenservice',
    'Kundendienst',
    'Moderatorin',
    'Soporte',
    'Atención al cliente',
    'Moderación',
    'Modérateur',
    'Service client',
    'Assistenza',
    'Obsługa',
    'Obsługa klienta',
    'OBSŁUGA',
    'Wsparcie',
  ])('is refused: %s', (name) => {
    expect(check(name)).toBe('NAME_IS_RESERVED');
  });

  it.each([
    'Badminton',
    'Supporter',
    'Adminka',
    'Hearty',
    'Linus',
    'Teamster',
    'Stafford',
    'Łukasz',
    'Оля',
    '李明',
  ])('is accepted: %s', (name) => {
    expect(check(name)).toBeUndefined();
  });

  it('is refused as the name of the site, with or without its symbols', () => {
    expect(nameRefused('Meet and Go', 'Meet & Go')).toBeUndefined();
    expect(nameRefused('Meet.Go', 'Meet & Go')).toBe('NAME_IS_RESERVED');
    expect(nameRefused('Anna', '…')).toBeUndefined();
  });
});

describe('a name that mail programs turn into a link', () => {
  it.each([
    'www.evil.com',
    'evil.com',
    'bit.ly',
    'Win evil.com',
    'evil.co.uk.',
    'EVIL.COM',
    'пример.рф',
    '10.0.0.1a.de',
  ])('is refused: %s', (name) => {
    expect(check(name)).toBe('NAME_IS_WEB_ADDRESS');
  });

  it.each(['J.R.', 'J.R.R. Tolkien', 'M.Jansen', 'St. John', 'Mr. T', 'Anna-Maria', 'd’Artagnan'])(
    'is accepted: %s',
    (name) => {
      expect(check(name)).toBeUndefined();
    },
  );
});

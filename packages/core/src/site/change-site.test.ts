import { describe, expect, it } from 'vitest';
import { readSetting } from './change-site.ts';

const problem = (name: string, typed: string) => {
  const read = readSetting(name, typed);
  return 'problem' in read ? read.problem : undefined;
};

describe('readSetting', () => {
  it.each([
    ['name', 'Amora', 'Amora'],
    ['name', '42', '42'],
    ['min_age', '21', 21],
    ['countries', 'NL, BE', ['NL', 'BE']],
    ['countries', '["NL"]', ['NL']],
    ['entry_popup_countries', '', []],
    ['member_resell', 'yes', true],
    ['us_footer', 'false', false],
    ['us_footer_text', 'First.\n\nSecond.', 'First.\n\nSecond.'],
    ['enable_site_entry_popup', 'no', 'no'],
    ['signups', 'with_trafficsource', 'with_trafficsource'],
    [
      'minimum_message_costs',
      '{"NL":{"costs":0.2,"currency":"EUR"}}',
      { NL: { costs: 0.2, currency: 'EUR' } },
    ],
    ['mail_from', '', ''],
    ['company.support_phone', '+31 20-123 45 67', '+31 20-123 45 67'],
    ['company.added', '2024-02-01', Date.UTC(2024, 1, 1)],
    ['company.added', 'none', null],
    ['company.vat_numbers', 'NL001,NL002', ['NL001', 'NL002']],
  ])('%s %s', (name, typed, value) => {
    expect(readSetting(name, typed)).toEqual({ done: value });
  });

  it.each([
    ['min_age', '17', /at least 18/],
    ['min_age', '18.5', /does not fit min_age/],
    ['min_age', 'eighteen', /Its default is 18/],
    ['message_length', '5001', /at most 5000/],
    ['signups', 'whenever', /one of all, with_trafficsource, closed/],
    ['countries', 'Holland', /does not fit countries/],
    ['support_email', 'x'.repeat(300), /at most 254/],
    ['us_footer_text', 'x'.repeat(4_001), /at most 4000/],
    ['company.delete_discount', '101', /at most 100/],
    ['company.support_phone', 'call me', /does not fit/],
    ['cdn_prefix', 'javascript:alert(1)', /does not fit/],
    ['push_public_key', 'x', /There is no setting "push_public_key"/],
    ['geoip_country', 'NL', /There is no setting/],
    ['__proto__', '1', /There is no setting/],
    ['phone', '1', /Did you mean company.support_phone/],
  ])('%s %s is refused with the reason', (name, typed, words) => {
    expect(problem(name, typed)).toMatch(words);
  });
});

import { LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { activationMail } from './activation-mail.ts';

const about = {
  to: 'a@example.com',
  name: 'Mara',
  site: 'Heartline',
  credits: 3,
  url: 'https://x.test/activate?token=t',
};

describe('the activation mail', () => {
  it('is written in each of the seven languages', () => {
    const subjects = LOCALES.map((language) => activationMail({ ...about, language }).subject);
    expect(new Set(subjects).size).toBe(LOCALES.length);
    for (const language of LOCALES) {
      const { text, html } = activationMail({ ...about, language });
      expect(text).toContain(about.url);
      expect(html).toContain(`lang="${language}"`);
      expect(html).not.toMatch(/\{[a-z]+[,}]/);
      expect(text).toContain('3 ');
    }
  });

  it('hostile 32: shows user input as text and loads nothing', () => {
    const { html } = activationMail({ ...about, language: 'en', name: '<img src=x onerror=alert(1)>' });
    expect(html).toContain('&lt;img src=x');
    expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:mark"')]);
    expect(html).not.toMatch(/<[^>]*\ssrc=(?!"cid:mark")|url\(/i);
  });
});

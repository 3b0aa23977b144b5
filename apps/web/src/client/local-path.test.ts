import { expect, it } from 'vitest';
import { localPath } from './local-path.ts';

it('keeps addresses of this site', () => {
  for (const path of ['/', '/members?min_age=30#top', '/members/abc/chat', '/a%2F%2Fb']) {
    expect(localPath(path)).toBe(path);
  }
});

it('refuses every form that leads to another site', () => {
  const away = [
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/members\r\nSet-Cookie: a=b',
    '/members\u0000',
    '/\n/evil.example',
    '\t//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '///evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    undefined,
    null,
    ['/members'],
  ];
  for (const text of away) expect([text, localPath(text)]).toEqual([text, undefined]);
});

import { expect, it } from 'vitest';
import { isLicenceAllowed } from './licence-policy.ts';

const allowed = (license?: string) => isLicenceAllowed({ name: 'some-package', ...(license && { license }) });

it('refuses licences that would bind the product, and unknown ones', () => {
  expect(
    ['GPL-3.0-only', 'AGPL-3.0', 'LGPL-3.0-or-later', 'SEE LICENSE IN EULA.txt', ''].map(allowed),
  ).not.toContain(true);
  expect(allowed(undefined)).toBe(false);
});

it('needs one allowed choice of an OR and every part of an AND', () => {
  expect(allowed('(MIT OR GPL-3.0)')).toBe(true);
  expect(allowed('(MIT AND Zlib)')).toBe(true);
  expect(allowed('MIT AND GPL-3.0')).toBe(false);
});

it('knows the few packages that a person has read', () => {
  expect(isLicenceAllowed({ name: '@img/sharp-libvips-linux-x64', license: 'LGPL-3.0-or-later' })).toBe(true);
  expect(isLicenceAllowed({ name: 'xmlhttprequest-ssl' })).toBe(true);
});

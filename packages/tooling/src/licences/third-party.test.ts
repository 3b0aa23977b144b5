import { expect, it } from 'vitest';
import { thirdPartyPage } from './third-party.ts';

const locked = (name: string, version: string, rest: object = {}) => ({
  name,
  version,
  path: `node_modules/${name}`,
  license: 'MIT',
  ...rest,
});

it('names each shipped package once and no development tool', () => {
  const page = thirdPartyPage([
    locked('ws', '8.23.0'),
    { ...locked('ws', '8.23.0'), path: 'node_modules/a/node_modules/ws' },
    locked('ws', '9.0.0', { license: 'ISC' }),
    locked('vitest', '5.0.1', { dev: true }),
  ]);
  expect(page.match(/^\| ws .*$/gm)).toEqual(['| ws | 8.23.0 | MIT |', '| ws | 9.0.0 | ISC |']);
  expect(page).not.toContain('vitest');
});

it('credits GeoNames by name, with its licence', () => {
  expect(thirdPartyPage([])).toContain('| [GeoNames](https://www.geonames.org) | CC BY 4.0 |');
});

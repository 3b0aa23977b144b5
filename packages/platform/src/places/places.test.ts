import { describe, expect, it } from 'vitest';
import { createPlaces } from './places.ts';

describe('nearest', () => {
  const places = createPlaces();
  const countries = ['NL', 'DE', 'US'];

  it.each([
    ['Amsterdam', { lat: 52.37, lon: 4.89 }, { country: 'NL', admin1: '07' }],
    ['the last town before a border', { lat: 52.2215, lon: 6.8937 }, { country: 'NL', admin1: '15' }],
    [
      'the other side of the world, east of the date line',
      { lat: 21.3, lon: -157.86 },
      { country: 'US', admin1: 'HI' },
    ],
  ])('finds the town of %s', async (_where, point, expected) => {
    expect(await places.nearest(point, countries)).toMatchObject(expected);
  });

  it('finds nothing at sea, at the pole, and in countries not asked for', async () => {
    expect(await places.nearest({ lat: 0, lon: -30 }, countries)).toBeUndefined();
    expect(await places.nearest({ lat: 90, lon: 0 }, countries)).toBeUndefined();
    expect(await places.nearest({ lat: 48.85, lon: 2.35 }, countries)).toBeUndefined();
  });
});

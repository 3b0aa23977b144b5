import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildConfigurationPage, buildEnvExample } from './configuration.ts';

const host = z.string().default('127.0.0.1').describe('Address to listen on.');
const services = [
  {
    service: 'front',
    schema: z.object({ PORT: z.coerce.number().default(3000).describe('Port of pages.'), HOST: host }),
  },
  {
    service: 'back',
    schema: z.object({ HOST: host, PORT: z.coerce.number().default(3100).describe('Port of figures.') }),
  },
];

describe('the pages of settings', () => {
  it('tell a setting that services share once, and one they read differently for each', () => {
    expect(buildConfigurationPage(services).split('\n').slice(-4)).toEqual([
      '| `PORT` | front | 3000 | Port of pages. |',
      '| `PORT` | back | 3100 | Port of figures. |',
      '| `HOST` | front, back | 127.0.0.1 | Address to listen on. |',
      '',
    ]);
  });

  it('say in the example whose entry it is where a name stands twice', () => {
    expect(buildEnvExample(services).split('\n').slice(4)).toEqual([
      '# front: Port of pages.',
      '# PORT=3000',
      '',
      '# back: Port of figures.',
      '# PORT=3100',
      '',
      '# Address to listen on.',
      '# HOST=127.0.0.1',
      '',
    ]);
  });
});

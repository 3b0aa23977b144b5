import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, formerNameNotices, readConfig } from './env.ts';
import { wholeNumber } from './wiring/shared-settings.ts';

const schema = z.object({
  PORT: z.coerce.number().int().max(65_535).default(3000).describe('A port.'),
  URL: z.string().startsWith('https://').describe('Your address.'),
  SECRET: z.string().min(4).describe('Some secret.'),
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('readConfig', () => {
  it('reads a former name when the new one is not set, and reports it', () => {
    const renamed = z.object({ NEW_NAME: z.string().meta({ formerName: 'OLD_NAME' }) });
    const both = { NEW_NAME: 'new', OLD_NAME: 'old' };
    expect(readConfig(renamed, { OLD_NAME: 'old' })).toEqual({ NEW_NAME: 'old' });
    expect(readConfig(renamed, both)).toEqual({ NEW_NAME: 'new' });
    expect(formerNameNotices(renamed, both)).toEqual([]);
    expect(formerNameNotices(renamed, { OLD_NAME: 'old' })).toEqual([
      'environment variable OLD_NAME is renamed to NEW_NAME. Fix: rename it before the next release.',
    ]);
  });

  it('applies defaults, drops unknown variables and freezes the result', () => {
    const config = readConfig(schema, { URL: 'https://a.example', SECRET: 'four', PORT: '', HOME: '/' });
    expect(config).toEqual({ PORT: 3000, URL: 'https://a.example', SECRET: 'four' });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('names every problem at once, each with its fix and without its value', () => {
    const error = thrownBy(() => readConfig(schema, { PORT: 'many', URL: 'http://hidden.example' }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      problems: [
        expect.stringContaining('PORT is wrong'),
        expect.stringContaining('URL is wrong'),
        'SECRET is missing. Fix: set SECRET. Some secret.',
      ],
    });
    expect(String(error)).not.toContain('hidden.example');
  });

  it('reports a missing value as missing, and a wrong number once', () => {
    const strict = z.object({
      URL: z.url({ error: 'must be an address' }).describe('Your address.'),
      COUNT: wholeNumber(1, 9).describe('How many.'),
    });
    const problemsOf = (given: Record<string, string>) =>
      (thrownBy(() => readConfig(strict, given)) as ConfigError).problems;
    expect(problemsOf({ COUNT: '1' })).toEqual(['URL is missing. Fix: set URL. Your address.']);
    for (const wrong of ['many', '0', '10', '1.5', '0.5']) {
      expect(problemsOf({ URL: 'https://a.example', COUNT: wrong })).toEqual([
        'COUNT is wrong: must be a whole number from 1 to 9. Fix: change COUNT. How many.',
      ]);
    }
  });

  it('reads a value from a file, and reports an unreadable file or a second value', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heartline-env-'));
    const file = join(folder, 'secret');
    await writeFile(file, 'from a file\n');
    const given = { URL: 'https://a.example' };
    expect(readConfig(schema, { ...given, SECRET_FILE: file }).SECRET).toBe('from a file');
    expect(() => readConfig(schema, { ...given, SECRET_FILE: join(folder, 'none') })).toThrow(
      'cannot be read',
    );
    expect(() => readConfig(schema, { ...given, SECRET: 'four', SECRET_FILE: file })).toThrow('both set');
    await rm(folder, { recursive: true });
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readEngineConfig } from '../engines/config.ts';
import { readPlaceConfig } from './config.ts';

it('says what a port must be, and that a folder is absolute', () => {
  for (const port of ['rubbish', '80', '70000', '3000.5'])
    expect(() => readPlaceConfig({ HEARTLINE_PORT: port })).toThrow(
      /^HEARTLINE_PORT must be a whole number from 1024 to 65000$/,
    );
  expect(() => readPlaceConfig({ HEARTLINE_DATA: 'here' })).toThrow(
    'HEARTLINE_DATA must be an absolute path',
  );
});

it('names the payment providers to choose from', () => {
  expect(readPlaceConfig({ HEARTLINE_PAYMENTS: 'mollie' }).payments).toBe('mollie');
  expect(() => readPlaceConfig({ HEARTLINE_PAYMENTS: 'paypal' })).toThrow(
    /^HEARTLINE_PAYMENTS must be one of bridge, stripe, mollie, nexi, all$/,
  );
});

it('takes addresses of engines that lead somewhere', () => {
  const read = (name: string, url: string) => () => readEngineConfig({ [name]: url });
  for (const url of ['redis://:::', 'redis://', 'redis+cluster://one:6379,two:port', 'one:6379'])
    expect(read('REDIS_URL', url), url).toThrow('REDIS_URL must');
  for (const url of ['redis://:pass@one:6379/0', 'rediss+cluster://user:pass@one:6379,two:6379'])
    expect(read('REDIS_URL', url)()).toMatchObject({ redisUrl: url });
  expect(read('MONGODB_URL', 'mongodb://')).toThrow('MONGODB_URL must start with mongodb://');
});

it('tells it in a sentence to whoever starts something, and ends with code 1', async () => {
  const places = fileURLToPath(new URL('./places.ts', import.meta.url));
  const env = { HEARTLINE_PORT: 'rubbish', HOME: '/tmp' };
  const failed: unknown = await promisify(execFile)(process.execPath, [places], { env }).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'HEARTLINE_PORT must be a whole number from 1024 to 65000\n',
  });
}, 120_000);

import { expect, it, onTestFinished, vi } from 'vitest';
import { ensureChromium } from './chromium.ts';

it('takes the browser of CHROMIUM_PATH, whoever asks for one', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await ensureChromium(() => {})).toBe(process.execPath);
  vi.stubEnv('CHROMIUM_PATH', '/no/such/browser');
  await expect(ensureChromium(() => {})).rejects.toThrow('CHROMIUM_PATH is /no/such/browser');
});

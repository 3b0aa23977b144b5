import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('a port that was given out is not given out again before anybody listens on it', async () => {
  const ports = new Set<number>();
  for (let asked = 0; asked < 300; asked += 1) ports.add(await freePort());
  expect(ports.size).toBe(300);
});

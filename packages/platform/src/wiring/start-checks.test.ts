import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listening, requireMediaDir } from './start-checks.ts';

function listenAt(host: string, wanted: number) {
  const server = createServer();
  onTestFinished(() => void server.close());
  const listen = async (at: { host: string; port: number }) => {
    server.listen(at);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  return (name?: string) => listening(listen, { host, port: wanted, ...(name && { name }) });
}

it('names the setting of a port in use, and of a foreign address', async () => {
  const taken = await listenAt('127.0.0.1', 0)();
  await expect(listenAt('127.0.0.1', taken)('METRICS_PORT')).rejects.toThrow(
    `Nothing can listen at 127.0.0.1:${taken} (EADDRINUSE). Fix: change METRICS_PORT, or end what listens there.`,
  );
  await expect(listenAt('192.0.2.1', 0)()).rejects.toThrow('Fix: change HOST to an address of this machine.');
});

it('makes the folder of pictures, or names its setting on failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartline-media-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await requireMediaDir(join(folder, 'new/media'));
  expect((await stat(join(folder, 'new/media'))).isDirectory()).toBe(true);
  await writeFile(join(folder, 'file'), '');
  await expect(requireMediaDir(join(folder, 'file'))).rejects.toThrow(/^MEDIA_DIR, .* Fix: change MEDIA_DIR/);
});

it("removes other users' access to pictures, also from an earlier release", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartline-media-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await requireMediaDir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

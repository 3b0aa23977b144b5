import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewaySchema } from '@heartline/gateway';
import { workerSchema } from '@heartline/worker';
import { describe, expect, it } from 'vitest';

/** The systemd units and their README must name the real settings and paths. */
const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const settingOf = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

const DRAIN_MS = gatewaySchema.shape.DRAIN_SECONDS.parse(undefined) * 1_000;
/** The longest time each needs to stop by itself. */
const UNITS = [
  { file: 'heartline-gateway@.service', schema: gatewaySchema.shape, endsMs: DRAIN_MS + 10_000 },
  { file: 'heartline-worker.service', schema: workerSchema.shape, endsMs: 10_000 },
] as const;

describe('the systemd units', () => {
  it.each(UNITS)('start existing programs, and give them longer to stop than they need: $file', (service) => {
    const { file, schema, endsMs } = service;
    const unit = read(`infra/systemd/${file}`);
    const [, entry = ''] = /(\S+\.js)$/.exec(settingOf(unit, 'ExecStart')) ?? [];
    expect(existsSync(join(ROOT, entry))).toBe(true);
    for (const setting of settingOf(unit, 'Environment').split(' ').filter(Boolean))
      expect(Object.keys(schema)).toContain(setting.split('=')[0]);
    expect(Number(settingOf(unit, 'TimeoutStopSec')) * 1_000).toBeGreaterThan(endsMs + 5_000);
  });

  it.each(UNITS)(
    'start the Node.js that npm ci installs, and keep files from other users: $file',
    ({ file }) => {
      const unit = read(`infra/systemd/${file}`);
      const checkout = settingOf(unit, 'WorkingDirectory');
      expect(settingOf(unit, 'ExecStart')).toMatch(new RegExp(`^${checkout}/node_modules/\\.bin/node `));
      expect(unit).toMatch(/^UMask=0077$/m);
      // Everything is read-only except the folder for photos and archives.
      expect(unit).toMatch(/^ProtectSystem=strict$/m);
      expect(unit).toMatch(/^Environment=MEDIA_DIR=\/var\/lib\/heartline\//m);
      expect(settingOf(unit, 'StateDirectory')).toBe('heartline');
    },
  );

  it('have a README with the figures of the code', () => {
    const words = read('infra/systemd/README.md');
    expect(words).toContain(`(${(DRAIN_MS / 1_000) * (2 / 3)} of ${DRAIN_MS / 1_000} s)`);
    expect(words).toContain(`the worker, port ${workerSchema.shape.PORT.parse(undefined)} for`);
  });
});

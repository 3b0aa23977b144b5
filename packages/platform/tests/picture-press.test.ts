import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { PHOTO_BOUNDS, type PhotoBounds } from '@heartline/contracts/photo-bounds';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PictureRefused } from '../src/pictures/picture-forms.ts';
import { createPicturePress, PRESS_LIMITS, type PressLimits } from '../src/pictures/picture-press.ts';

/** Hostile pictures: each is refused at a bounded cost, and the next good one is drawn (reliability 49 and 50). */
describe('the picture process', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartline-press-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function fates(
    { bounds, ...limits }: Partial<PressLimits & { bounds: PhotoBounds }>,
    ...pictures: Buffer[]
  ): Promise<string[]> {
    const press = createPicturePress({ ...PRESS_LIMITS, timeMs: 60_000, ...limits });
    const seen: string[] = [];
    for (const bytes of pictures) {
      const source = join(folder, 'source');
      await writeFile(source, bytes);
      seen.push(
        await press.press({ source, target: folder, box: null, bounds }).then(
          () => 'drawn',
          (error: unknown) => (error instanceof PictureRefused ? error.fault : String(error)),
        ),
      );
    }
    press.close();
    return seen;
  }

  const good = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();

  it('refuses a small file of 30,000 by 30,000 pixels before decoding it', async () => {
    expect(await fates({}, emptyPng(30_000, 30_000), await good())).toEqual(['too-large', 'drawn']);
  });

  it('takes the first frame of an animation, however many there are', async () => {
    const frames = 300;
    const strip = await sharp({
      create: { width: 16, height: 16 * frames, channels: 3, background: 'olive' },
    })
      .raw()
      .toBuffer();
    const gif = await sharp(strip, { raw: { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } })
      .gif()
      .toBuffer();
    expect(await fates({}, gif)).toEqual(['drawn']);
    expect((await sharp(join(folder, 'large.webp')).metadata()).pages ?? 1).toBe(1);
  });

  it('ends a process that needs too much memory or time, and draws the next picture', async () => {
    const noise = Buffer.alloc(5_000 * 5_000 * 3);
    for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 2_654_435_761) >>> 24;
    const heavy = await sharp(noise, { raw: { width: 5_000, height: 5_000, channels: 3 } })
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer();
    expect(await fates({ memoryMb: 130 }, heavy)).toEqual(['unreadable']);
    expect(await fates({ timeMs: 60 }, heavy)).toEqual(['unreadable']);
    expect(await fates({}, heavy, await good())).toEqual(['drawn', 'drawn']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'finishes its picture after a %s to all processes of a service',
    async (signal) => {
      const press = createPicturePress({ ...PRESS_LIMITS, timeMs: 60_000 });
      const task = { source: join(folder, 'source'), target: folder, box: null };
      await writeFile(task.source, await good());
      await press.press(task);
      const child = await pictureChild();
      const drawing = press.press(task);
      await fixedWait(5, 'no event says that the child has begun to draw');
      process.kill(child, signal);
      await expect(drawing).resolves.toMatchObject({ width: 300 });
      expect(await pictureChild()).toBe(child);
      press.close();
    },
  );

  it.each([
    [4_000, 1],
    [1, 4_000],
  ])('draws a line of %i by %i pixels without enlarging it first', async (width, height) => {
    const line = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await fates({ timeMs: PRESS_LIMITS.timeMs }, line)).toEqual(['drawn']);
    expect(await sharp(join(folder, 'thumb.webp')).metadata()).toMatchObject({ width: 320, height: 400 });
  });

  it.each([
    ['too-narrow', 1_601, 400],
    ['drawn', 1_600, 400],
    ['drawn', 400, 1_600],
    ['too-small', 399, 399],
    ['drawn', 400, 400],
    // Refused by its header, because it has no pixel to decode.
    ['too-small', 3, 5],
  ])('returns %s for a profile upload of %i by %i pixels', async (fate, width, height) => {
    const bounds = PHOTO_BOUNDS.profile;
    const whole = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await fates({ bounds }, width > 3 ? whole : emptyPng(width, height))).toEqual([fate]);
  });

  it('draws other pictures while one takes long', async () => {
    const press = createPicturePress({ ...PRESS_LIMITS, timeMs: 60_000 });
    onTestFinished(() => press.close());
    const order: string[] = [];
    const draw = (name: string, source: string) =>
      press.press({ source, target: folder, box: null }).then(
        () => order.push(name),
        () => order.push(name),
      );
    // A read of this pipe never ends, because it has no writer.
    const endless = join(folder, 'endless');
    await promisify(execFile)('mkfifo', [endless]);
    const source = join(folder, 'source');
    await writeFile(source, await good());
    const slow = draw('slow', endless);
    await Promise.all(['first', 'second', 'third'].map((name) => draw(name, source)));
    // A writer that closes the pipe ends the read.
    await writeFile(endless, '');
    await slow;
    expect(order).toEqual(['first', 'second', 'third', 'slow']);
  });

  it('survives broken files one after another', async () => {
    const whole = await good();
    const cut = [10, 200, whole.length - 40].map((length) => whole.subarray(0, length));
    expect(await fates({}, ...cut, whole)).toEqual(['unreadable', 'unreadable', 'unreadable', 'drawn']);
  });
});

/** Process id of the picture process. */
async function pictureChild(): Promise<number> {
  const tasks = await readdir('/proc/self/task');
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8')),
  );
  for (const pid of children.join(' ').split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('picture-child')) return Number(pid);
  }
  throw new Error('no process draws pictures');
}

/** A valid PNG of one colour: rows of zeros compress well. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * 1_000));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import {
  createPicturePress,
  createStorage,
  PRESS_LIMITS,
  sharp,
  temporaryData,
} from '@heartline/testing/bench-access';
import { cpuSeconds, residentKib } from '../cpu.ts';
import { interleave, later, type Result } from '../measure.ts';

const PICTURES = 12;
const REPETITIONS = 3;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Stores phone pictures through our store: a process of its own, four versions, written durably. The baseline is bare
 * sharp in this process, making the same four versions in memory. Then decodes hostile pictures, one process each, and
 * reads the peak memory of that process.
 */
export async function photoPipeline(): Promise<Result> {
  const folder = await temporaryData('photos');
  try {
    const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => phonePicture(at)));
    const pairs = await interleave(
      REPETITIONS,
      () => perCpuSecond(() => throughStore(pictures, folder)),
      () => perCpuSecond(() => bareSharp(pictures)),
    );
    const hostile = await hostilePictures();
    const peaks: { name: string; mib: number; fate: string }[] = [];
    for (const [name, bytes] of hostile) peaks.push({ name, ...(await peakOf(bytes, folder)) });
    return {
      rows: [
        {
          figure: 'pictures per CPU-second',
          values: pairs.map(({ ours }) => ours),
          unit: 'pictures',
        },
        {
          figure: 'bare sharp, the same four forms',
          values: pairs.map(({ baseline }) => baseline),
          unit: 'pictures',
        },
        {
          figure: 'of bare sharp',
          values: pairs.map(({ ours, baseline }) => (100 * ours) / baseline),
          digits: 0,
          unit: '%',
          target: { atLeast: 80 },
        },
        {
          figure: 'peak memory on hostile pictures',
          values: [Math.max(...peaks.map(({ mib }) => mib))],
          digits: 0,
          unit: 'MiB',
          target: { atMost: PRESS_LIMITS.memoryMb * 1.15 },
        },
      ],
      faults: peaks
        .filter(({ name, fate }) => (name.startsWith('good') ? fate !== 'drawn' : fate === 'crashed'))
        .map(({ name, fate }) => `${name}: ${fate}`),
      notes: [
        `${PICTURES} JPEGs of 12 megapixels a round, ${REPETITIONS} rounds in turns.`,
        ...peaks.map(({ name, mib, fate }) => `${name}: ${fate}, ${Math.round(mib)} MiB at most.`),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function perCpuSecond(work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds([process.pid]);
  await work();
  return PICTURES / (cpuSeconds([process.pid]) - before);
}

async function throughStore(pictures: readonly Buffer[], folder: string): Promise<void> {
  const press = createPicturePress();
  const storage = createStorage(join(folder, 'store'), press);
  for (const picture of pictures) await storage.putPicture(storage.newKey(), picture, MAX_BYTES);
  // Lets the process end by itself, so that the kernel has counted its usage.
  press.close();
  await later(200);
}

async function bareSharp(pictures: readonly Buffer[]): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  for (const picture of pictures) {
    const upright = await sharp(picture)
      .autoOrient()
      .resize({ width: 2_048, height: 2_048, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const form = () => sharp(upright.data, { raw: upright.info });
    await form().webp({ quality: 88, effort: 1 }).toBuffer();
    await form().resize(1_280, 1_600, { fit: 'inside' }).webp({ quality: 82, effort: 3 }).toBuffer();
    await form().resize(320, 400, { fit: 'cover', position: 'attention' }).webp({ quality: 78 }).toBuffer();
    await form().resize(320, 400, { fit: 'cover' }).blur(18).webp({ quality: 40 }).toBuffer();
  }
}

/** The result of one picture, and the peak memory of its process, sampled every few milliseconds. */
async function peakOf(bytes: Buffer, folder: string): Promise<{ mib: number; fate: string }> {
  const press = createPicturePress();
  const source = join(folder, 'hostile');
  const target = join(folder, 'out');
  await mkdir(target, { recursive: true });
  await writeFile(source, bytes);
  let kib = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const pid of await childrenOf(process.pid)) kib = Math.max(kib, residentOr0(pid));
      await later(4);
    }
  })();
  const fate = await press.press({ source, target, box: null }).then(
    () => 'drawn',
    (error: unknown) => (error instanceof Error && error.name === 'PictureRefused' ? 'refused' : 'crashed'),
  );
  over.abort();
  await watching;
  press.close();
  return { mib: kib / 1_024, fate };
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').trim().split(/\s+/).filter(Boolean).map(Number);
}

function residentOr0(pid: number): number {
  try {
    return residentKib(pid);
  } catch {
    return 0;
  }
}

/** Twelve megapixels with detail at every scale, as from a camera. */
async function phonePicture(seed: number): Promise<Buffer> {
  const small = noise(504, 378, seed);
  return sharp(small, { raw: { width: 504, height: 378, channels: 3 } })
    .resize(4_032, 3_024, { kernel: 'cubic' })
    .withExif({ IFD0: { Orientation: seed % 2 ? '6' : '1' } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function noise(width: number, height: number, seed: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let state = seed * 2_654_435_761 + 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return data;
}

async function hostilePictures(): Promise<[string, Buffer][]> {
  const side = 7_000;
  const big = sharp(noise(700, 700, 7), { raw: { width: 700, height: 700, channels: 3 } }).resize(side, side);
  const frames = 400;
  const strip = await sharp(noise(64, 64 * 20, 3), { raw: { width: 64, height: 64 * 20, channels: 3 } })
    .resize(64, 64 * frames, { fit: 'fill' })
    .raw()
    .toBuffer();
  const animated = sharp(strip, { raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 } });
  return [
    ['good: 12 megapixels', await phonePicture(1)],
    ['900 megapixels of nothing', emptyPng(30_000, 30_000)],
    [
      '49 megapixels, progressive JPEG',
      await big.clone().jpeg({ progressive: true, quality: 80 }).toBuffer(),
    ],
    [
      '49 megapixels, interlaced PNG',
      await big.clone().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    ],
    [
      '49 megapixels, lying on its side',
      await big
        .clone()
        .withExif({ IFD0: { Orientation: '6' } })
        .jpeg()
        .toBuffer(),
    ],
    [`animation of ${frames} frames`, await animated.gif().toBuffer()],
    ['a JPEG cut in half', (await phonePicture(2)).subarray(0, 400_000)],
  ];
}

/** A PNG that claims this size and holds almost nothing. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const parts = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc((width / 8 + 1) * 1_000))],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  const chunks = parts.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  });
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks]);
}

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatePeople } from '../src/demo-world/people.ts';
import { composePicture } from '../src/demo-world/pictures/compose-picture.ts';
import { drawPictures } from '../src/demo-world/pictures/draw-pictures.ts';
import { drawQuickPicture, quickDir } from '../src/demo-world/pictures/draw-quick-picture.ts';
import { drawFace } from '../src/demo-world/pictures/face.ts';
import { findPicture } from '../src/demo-world/pictures/find-picture.ts';
import { lookOf } from '../src/demo-world/pictures/look.ts';
import { pictureFiles } from '../src/demo-world/pictures/picture-files.ts';

const people = generatePeople({ count: 300, seed: 1, today: new Date('2026-11-21T12:00:00Z') });
const few = people.slice(0, 2).map((person, n) => ({ ...person, pictureCount: 2 - n }));
const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
let dir = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('the drawings', () => {
  it('are the same every time and never the same twice', () => {
    const drawings = people.flatMap((person) =>
      Array.from({ length: person.pictureCount }, (_, index) => composePicture(person, index)),
    );
    expect(new Set(drawings.map(digest)).size).toBe(drawings.length);
    const [mara] = people;
    if (!mara) throw new Error('nobody there');
    expect(composePicture(mara, 1)).toBe(composePicture(mara, 1));
  });

  it('keep one face for a person and give neighbours another', () => {
    const faces = people.map((person) => JSON.stringify(drawFace(lookOf(person), 0, false)));
    expect(people.map((person) => JSON.stringify(drawFace(lookOf({ ...person }), 0, false)))).toEqual(faces);
    expect(faces.filter((face, i) => face === faces[i + 1])).toEqual([]);
  });

  it('have only friendly mouths, and skin in all tones', () => {
    const looks = people.map(lookOf);
    expect(looks.flatMap((look) => look.mouths).every((mouth) => mouth.startsWith('happy'))).toBe(true);
    expect(new Set(looks.map((look) => look.skin)).size).toBe(8);
  });

  it('name their files by content, a locked one apart from the open one', () => {
    const names = people.flatMap((person) =>
      Array.from({ length: person.pictureCount }, (_, index) => Object.values(pictureFiles(person, index))),
    );
    expect(new Set(names.flat()).size).toBe(names.length * 4);
    const [mara] = people;
    if (!mara) throw new Error('nobody there');
    expect(pictureFiles({ ...mara, hairColor: 'red' }, 0)).not.toEqual(pictureFiles(mara, 0));
  });
});

describe('drawing into a folder', () => {
  it('puts a stand-in at once and finds it until the picture is there', async () => {
    const [mara] = few;
    if (!mara) throw new Error('nobody there');
    const empty = join(dir, 'empty');
    const files = await drawQuickPicture(mara, 0, empty);
    expect(await findPicture(empty, files.card)).toEqual({
      path: join(quickDir(empty), files.card),
      standIn: true,
    });
    expect(await findPicture(empty, 'nothing.webp')).toBeUndefined();
  });

  it('draws webp files in four sizes without metadata, resumes, and deletes stand-ins', async () => {
    const stop = new AbortController();
    const first = await drawPictures({
      people: few,
      outDir: dir,
      signal: stop.signal,
      onProgress: ({ done }) => done >= 1 && stop.abort(),
    });
    expect(first.done).toBeLessThan(3);
    const second = await drawPictures({ people: few, outDir: dir });
    expect(second).toMatchObject({ done: 3, total: 3 });

    const pixels: string[] = [];
    const drawn = few.flatMap((person) =>
      Array.from({ length: person.pictureCount }, (_, index) => pictureFiles(person, index)),
    );
    for (const files of drawn) {
      expect(await findPicture(dir, files.full)).toMatchObject({ standIn: false });
      for (const [name, width, height] of [
        [files.full, 960, 1200],
        [files.card, 480, 600],
        [files.thumb, 96, 120],
        [files.locked, 96, 120],
      ] as const) {
        const bytes = await readFile(join(dir, name));
        const { format, exif, xmp, icc, ...size } = await sharp(bytes).metadata();
        expect({ format, exif, xmp, icc }).toEqual({ format: 'webp' });
        expect(size).toMatchObject({ width, height });
        pixels.push(digest(bytes));
      }
    }
    expect(new Set(pixels).size).toBe(12);

    const before = await readdir(dir);
    expect(before).not.toContain('quick');
    const third = await drawPictures({ people: few, outDir: dir });
    expect(third).toMatchObject({ done: 3, perSecond: 0 });
    expect(await readdir(dir)).toEqual(before);
  });

  it('shows nothing of the picture in its locked variant', async () => {
    const [mara] = few;
    if (!mara) throw new Error('nobody there');
    const files = await drawQuickPicture(mara, 1, dir);
    const found = await findPicture(dir, files.locked);
    const { data } = await sharp(found?.path).greyscale().raw().toBuffer({ resolveWithObject: true });
    const steps = data.subarray(1).map((value, i) => Math.abs(value - (data[i] ?? 0)));
    const sharpSteps = steps.filter((step, i) => step > 24 && (i + 1) % 96 !== 0);
    expect(sharpSteps.length).toBe(0);
  });
});

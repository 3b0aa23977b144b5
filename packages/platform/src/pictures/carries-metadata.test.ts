import sharp from 'sharp';
import { expect, it } from 'vitest';
import { carriesMetadata } from './carries-metadata.ts';

const plain = () => sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });

it.each([
  ['pixels alone', () => plain().webp().toBuffer(), false],
  ['lossless pixels', () => plain().webp({ lossless: true }).toBuffer(), false],
  [
    'EXIF',
    () =>
      plain()
        .withExif({ IFD0: { Copyright: 'me' } })
        .webp()
        .toBuffer(),
    true,
  ],
  ['a colour profile', () => plain().withIccProfile('p3').webp().toBuffer(), true],
  ['XMP', () => plain().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp().toBuffer(), true],
  [
    'bytes after its end',
    async () => Buffer.concat([await plain().webp().toBuffer(), Buffer.from('PK')]),
    true,
  ],
  ['another format', () => plain().png().toBuffer(), true],
])('classifies a picture with %s', async (_what, make, carries) => {
  expect(carriesMetadata(await make())).toBe(carries);
});

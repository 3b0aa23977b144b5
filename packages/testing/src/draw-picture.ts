import sharp from 'sharp';

/** A JPEG of one colour for test uploads; the default size is 640 by 800. */
export function drawPicture(
  background: string,
  size: { width: number; height: number } = { width: 640, height: 800 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

import sharp from 'sharp';

/** A JPEG of one colour, as an upload to test with; 640 by 800 unless told. */
export function drawPicture(
  background: string,
  size: { width: number; height: number } = { width: 640, height: 800 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

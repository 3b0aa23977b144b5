/** WebP chunks with metadata of cameras and programs: EXIF (with GPS), XMP, colour profiles. */
const NOTES = new Set(['EXIF', 'XMP ', 'ICCP']);
/** WebP chunks of the picture itself. */
const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

/** True unless a stored picture is a WebP of pixels only: without metadata, unknown chunks or bytes after its end. */
export function carriesMetadata(bytes: Buffer): boolean {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return true;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    if (NOTES.has(name) || !PICTURE.has(name)) return true;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return false;
}

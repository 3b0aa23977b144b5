import { inflateRawSync } from 'node:zlib';

/** The files of a zip archive, by name. It supports our own archives only: no encryption, no zip64. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const place = bytes.readUInt32LE(at + 42);
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.set(name, bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : Buffer.from(packed));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

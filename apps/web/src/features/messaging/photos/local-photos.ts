/** Pictures this page has itself, by the key of their bubble: shown until the server’s are there, and right after. */
const KEPT = 20;
const pictures = new Map<string, { blob: Blob; address: string }>();

/** The address of an own picture on its way. */
export function localPhoto(key: string, blob: Blob | undefined): string | undefined {
  const known = pictures.get(key)?.address;
  if (known || !blob) return known;
  const address = URL.createObjectURL(blob);
  pictures.set(key, { blob, address });
  const [oldest] = pictures;
  if (pictures.size > KEPT && oldest) {
    URL.revokeObjectURL(oldest[1].address);
    pictures.delete(oldest[0]);
  }
  return address;
}

/** The same picture itself, while this page has it: what is undone can be sent anew. */
export function localPicture(key: string): Blob | undefined {
  return pictures.get(key)?.blob;
}

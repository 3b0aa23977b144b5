/** Pictures of this page by bubble key, shown before and after the server's versions are loaded. */
const MAX_STORED = 20;
const pictures = new Map<string, { blob: Blob; address: string }>();

/** Object URL of an own picture. */
export function localPhoto(key: string, blob: Blob | undefined): string | undefined {
  const known = pictures.get(key)?.address;
  if (known || !blob) return known;
  const address = URL.createObjectURL(blob);
  pictures.set(key, { blob, address });
  const [oldest] = pictures;
  if (pictures.size > MAX_STORED && oldest) {
    URL.revokeObjectURL(oldest[1].address);
    pictures.delete(oldest[0]);
  }
  return address;
}

/** The picture itself, while this page has it, so that an undone photo can be sent again. */
export function localPicture(key: string): Blob | undefined {
  return pictures.get(key)?.blob;
}

/** Pictures this page has itself, by the key of their bubble: shown until the server’s are there, and right after. */
const KEPT = 20;
const addresses = new Map<string, string>();

/** The address of an own picture on its way. */
export function localPhoto(key: string, blob: Blob | undefined): string | undefined {
  const known = addresses.get(key);
  if (known || !blob) return known;
  const address = URL.createObjectURL(blob);
  addresses.set(key, address);
  const [oldest] = addresses;
  if (addresses.size > KEPT && oldest) {
    URL.revokeObjectURL(oldest[1]);
    addresses.delete(oldest[0]);
  }
  return address;
}

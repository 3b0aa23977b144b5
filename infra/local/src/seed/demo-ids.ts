import { createHash } from 'node:crypto';

/**
 * Ids of the demo world follow from names, so that seeding again finds what stands and adds what is missing.
 */
function digest(name: string): string {
  return createHash('sha256').update(`heartline demo ${name}`).digest('hex');
}

/** Id of a member, payment or picture: 24 hex digits. */
export function demoId(name: string): string {
  return digest(name).slice(0, 24);
}

/** Key under which a picture is stored: 32 hex digits. */
export function demoPictureKey(name: string): string {
  return digest(name).slice(0, 32);
}

/** A client’s key for one send: a UUID. */
export function demoUuid(name: string): string {
  const hex = digest(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number from 0 to 1 that looks random and is the same each time. */
export function demoShare(name: string): number {
  return Number.parseInt(digest(name).slice(0, 8), 16) / 0xffffffff;
}

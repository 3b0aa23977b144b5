import { hash, randomBytes, randomUUID } from 'node:crypto';

/** Source of new ids; tests may pass a seeded one. */
export interface Ids {
  /** 24 hex digits that sort by creation time, as MongoDB's own ids do. */
  documentId(): string;
  /** 256 random bits for cookies and links, base64url. Only its hash is stored. */
  secret(): string;
  uuid(): string;
}

/** Ids from the system's random source and clock. */
export function createIds(now: () => number = Date.now): Ids {
  return {
    documentId: () =>
      Math.floor(now() / 1000)
        .toString(16)
        .padStart(8, '0') + randomBytes(8).toString('hex'),
    secret: () => randomBytes(32).toString('base64url'),
    uuid: () => randomUUID(),
  };
}

/** The stored form of a secret: its SHA-256 in hex. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

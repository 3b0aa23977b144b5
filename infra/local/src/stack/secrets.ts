import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createVapidKeys } from '@heartline/platform';

/** Secrets shared by all processes of one installation. */
export interface Secrets {
  mediaSecret: string;
  paymentKey: string;
  paymentWebhookSecret: string;
  paymentHashSecret: string;
  vapidPublicKey: string;
  vapidPrivateKey: string;
}

/** The secrets kept in `file`, made on the first call, so that data survives a restart with its keys. */
export async function keepSecrets(file: string): Promise<Secrets> {
  const stored = await readSecrets(file);
  if (stored?.paymentHashSecret) return stored;
  const vapid = createVapidKeys();
  const secrets: Secrets = {
    mediaSecret: randomBytes(32).toString('base64url'),
    paymentKey: randomBytes(24).toString('base64url'),
    paymentWebhookSecret: randomBytes(32).toString('base64url'),
    paymentHashSecret: randomBytes(32).toString('base64url'),
    vapidPublicKey: vapid.publicKey,
    vapidPrivateKey: vapid.privateKey,
    // A file of the release before has all but the newest.
    ...stored,
  };
  await mkdir(dirname(file), { recursive: true });
  // As a whole: half of it could not be read again.
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

/** The secrets kept in `file`, if there are any. Rejects with a sentence when they can't be read. */
export async function readSecrets(file: string): Promise<Secrets | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Secrets);
  } catch (error) {
    throw new Error(
      `${file} holds no keys that can be read. Delete it: the next start makes new ones, and links and subscriptions of the old ones end.`,
      { cause: error },
    );
  }
}

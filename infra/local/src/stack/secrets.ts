import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createVapidKeys } from '@heartline/platform';

/** What every process of one installation must agree on. */
export interface Secrets {
  mediaSecret: string;
  paymentKey: string;
  paymentWebhookSecret: string;
  vapidPublicKey: string;
  vapidPrivateKey: string;
}

/** The secrets kept in `file`, made on the first call, so that data survives a restart with its keys. */
export async function keepSecrets(file: string): Promise<Secrets> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as Secrets;
  const vapid = createVapidKeys();
  const secrets: Secrets = {
    mediaSecret: randomBytes(32).toString('base64url'),
    paymentKey: randomBytes(24).toString('base64url'),
    paymentWebhookSecret: randomBytes(32).toString('base64url'),
    vapidPublicKey: vapid.publicKey,
    vapidPrivateKey: vapid.privateKey,
  };
  await mkdir(dirname(file), { recursive: true });
  // As a whole: half of it could not be read again.
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

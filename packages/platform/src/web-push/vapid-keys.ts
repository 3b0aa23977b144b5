import { createECDH } from 'node:crypto';
import webPush from 'web-push';

/** A new key pair that identifies one installation to push services. */
export function createVapidKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys();
}

/** True if both halves of a push key match. Otherwise every push is refused. */
export function areOnePair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    return false;
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
}

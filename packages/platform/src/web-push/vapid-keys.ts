import { createECDH } from 'node:crypto';
import webPush from 'web-push';

/** A fresh key pair with which one installation proves itself to push services. */
export function createVapidKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys();
}

/** Whether the two halves of a push key belong together: else every push is refused. */
export function areOnePair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    return false;
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
}

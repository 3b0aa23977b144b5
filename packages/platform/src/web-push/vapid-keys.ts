import webPush from 'web-push';

/** A fresh key pair with which one installation proves itself to push services. */
export function createVapidKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys();
}

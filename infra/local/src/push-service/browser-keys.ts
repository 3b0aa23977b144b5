// Packages that import this file need the declaration too, and an import can’t bring it.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./web-push-testing.d.ts" />
import type { IncomingHttpHeaders } from 'node:http';
import browser from 'web-push-testing/src/PushApiModel.js';

/** The half of web push that happens in a browser: a key pair for each subscription, and opening what comes for it. */
export function createBrowserKeys() {
  const model = new browser.PushApiModel();
  return {
    async subscribe(publicKey: string): Promise<{ id: string; keys: { p256dh: string; auth: string } }> {
      const { clientHash, keys } = await model.subscribe({
        userVisibleOnly: 'true',
        applicationServerKey: publicKey,
      });
      return { id: clientHash, keys };
    },
    /** Checks the sender’s signature and decrypts. Rejects when either does not fit the subscription. */
    async decrypt(id: string, headers: IncomingHttpHeaders, body: Buffer): Promise<string> {
      await model.handleNotification(
        id,
        {
          encoding: headers['content-encoding'],
          authorization: headers.authorization,
          ttl: String(headers['ttl']),
        },
        body,
      );
      const text = model.messages[id]?.pop();
      if (text === undefined) throw new Error('nothing was decrypted');
      return text;
    },
  };
}

export type BrowserKeys = ReturnType<typeof createBrowserKeys>;

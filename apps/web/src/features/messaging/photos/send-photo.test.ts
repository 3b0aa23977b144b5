// @vitest-environment happy-dom
import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SendCancelled } from '../outbox/outbox.ts';
import { createMemoryStore, type OutboxEntry, type OutboxStore } from '../outbox/outbox-store.ts';
import { sendPhoto } from './send-photo.ts';

const KEY = '01234567-89ab-4cde-8f01-23456789abcd';
const PHOTO = 'c'.repeat(24);

/** The server's side of an upload, as the browser's request meets it. */
const server = { status: 200, isSilent: false, uploads: [] as string[] };

class Request {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  open(_method: string, path: string) {
    server.uploads.push(path);
  }
  setRequestHeader() {}
  abort() {
    this.onabort?.();
  }
  send() {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    if (server.isSilent) return;
    this.status = server.status;
    this.responseText =
      server.status === 200
        ? JSON.stringify({ id: PHOTO, width: 4, height: 3 })
        : JSON.stringify({ error: { code: 'PHOTO_UNREADABLE', message: '' } });
    queueMicrotask(() => (server.status === 0 ? this.onerror?.() : this.onload?.()));
  }
}

let store: OutboxStore;
const inputs: SendInput[] = [];
const refusals: string[] = [];

beforeEach(async () => {
  Object.assign(server, { status: 200, isSilent: false, uploads: [] });
  inputs.length = 0;
  refusals.length = 0;
  vi.stubGlobal('XMLHttpRequest', Request);
  store = createMemoryStore();
  const rest = {
    profile: 'p',
    name: 'Ben',
    conversation: 'c',
    text: '',
    credits: 2,
    fictionalConfirmed: false,
  };
  const photo = { blob: new Blob(['x'], { type: 'image/jpeg' }), width: 4, height: 3 };
  await store.add({
    ...rest,
    key: KEY,
    clientId: `${KEY}.2`,
    member: 'm',
    kind: 'photo',
    photo,
    createdAt: 1,
    state: 'waiting',
  });
});
afterEach(() => vi.unstubAllGlobals());

const entry = async (): Promise<OutboxEntry> => {
  const [one] = await store.all('m');
  if (!one) throw new Error('nothing stored');
  return one;
};
const send = async (input: SendInput): Promise<Result<SendOutput>> => {
  inputs.push(input);
  const code = refusals.shift();
  return code ? { ok: false, refusal: { code: code as 'PHOTO_GONE' } } : ({ ok: true, value: {} } as never);
};
const bring = async () => {
  const one = await entry();
  if (!one.photo) throw new Error('no photo');
  return sendPhoto(one, one.photo, { store, send });
};

describe('a photo on its way', () => {
  it('is uploaded under the key of the bubble, named by the send, and not uploaded twice', async () => {
    refusals.push('NOT_ENOUGH_CREDITS');
    expect(await bring()).toMatchObject({ ok: false });
    expect((await entry()).photo?.id).toBe(PHOTO);
    expect(await bring()).toMatchObject({ ok: true });
    expect(server.uploads).toEqual([`/api/chat-photo.php?key=${KEY}`]);
    expect(inputs.map(({ photo, clientId }) => [photo, clientId])).toEqual([
      [PHOTO, `${KEY}.2`],
      [PHOTO, `${KEY}.2`],
    ]);
  });

  it('is uploaded once more when the server threw it away meanwhile', async () => {
    await bring();
    refusals.push('PHOTO_GONE');
    expect(await bring()).toMatchObject({ ok: true });
    expect(server.uploads).toHaveLength(2);
    refusals.push('PHOTO_GONE', 'PHOTO_GONE');
    expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'PHOTO_GONE' } });
  });

  it('says why it is refused, and waits when nobody answers', async () => {
    server.status = 422;
    expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'PHOTO_UNREADABLE' } });
    server.status = 0;
    await expect(bring()).rejects.toMatchObject({ status: 0 });
    expect(inputs).toEqual([]);
  });

  it('is not sent when it is stopped during the upload', async () => {
    server.isSilent = true;
    const way = bring();
    const { cancelUpload } = await import('./uploads.ts');
    await vi.waitFor(() => expect(cancelUpload(KEY)).toBe(true));
    await expect(way).rejects.toBeInstanceOf(SendCancelled);
    expect(inputs).toEqual([]);
  });
});

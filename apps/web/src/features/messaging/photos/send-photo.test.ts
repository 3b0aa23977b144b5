// @vitest-environment happy-dom
import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { actAs } from '../../../client/api.ts';
import { createMemoryStore, type OutboxEntry, type OutboxStore } from '../outbox/outbox-store.ts';
import { SendBroken, SendCancelled, SendGivenUp } from '../outbox/send-ended.ts';
import { sendPhoto } from './send-photo.ts';

const KEY = '01234567-89ab-4cde-8f01-23456789abcd';
const PHOTO = 'c'.repeat(24);

/** Fake server for uploads. */
const server = { status: 200, isSilent: false, takesMs: 0, uploads: [] as string[], bytes: [] as number[] };
/** Members in whose name pictures were uploaded. */
let authors: string[] = [];

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
  setRequestHeader(name: string, value: string) {
    if (name === 'X-Member') authors.push(value);
  }
  abort() {
    this.onabort?.();
  }
  send(body: Blob) {
    server.bytes.push(body.size);
    now += server.takesMs;
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    if (server.isSilent) return;
    this.status = server.status;
    this.responseText =
      server.status === 200
        ? JSON.stringify({ id: PHOTO, width: 4, height: 3 })
        : JSON.stringify({ error: { code: CODES[server.status], message: '' } });
    queueMicrotask(() => (server.status === 0 ? this.onerror?.() : this.onload?.()));
  }
}

const CODES: Record<number, string> = { 500: 'INTERNAL', 422: 'PHOTO_UNREADABLE', 503: 'UNAVAILABLE' };

let now = 0;
let store: OutboxStore;
const inputs: SendInput[] = [];
const refusals: string[] = [];

beforeEach(async () => {
  Object.assign(server, { status: 200, isSilent: false, takesMs: 0, uploads: [], bytes: [] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  authors = [];
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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Makes a drawn picture as many bytes long as its canvas is wide. */
function draws(picture: { width: number; height: number }) {
  vi.stubGlobal('createImageBitmap', async () => ({ ...picture, close() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect() {},
    drawImage() {},
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    take,
  ) {
    take(new Blob(['x'.repeat(this.width)]));
  });
}

const entry = async (): Promise<OutboxEntry> => {
  const [one] = await store.all('m');
  if (!one) throw new Error('outbox is empty');
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

describe('sendPhoto', () => {
  it('uploads once under the key of the bubble, and sends the id of the photo', async () => {
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

  it('uploads as the author when another member signed in meanwhile', async () => {
    actAs('another');
    onTestFinished(() => actAs(undefined));
    await bring();
    expect(authors).toEqual(['m']);
  });

  it('uploads again when the server has deleted the photo', async () => {
    await bring();
    refusals.push('PHOTO_GONE');
    expect(await bring()).toMatchObject({ ok: true });
    expect(server.uploads).toHaveLength(2);
    refusals.push('PHOTO_GONE', 'PHOTO_GONE');
    expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'PHOTO_GONE' } });
  });

  it('fails after seven server faults at the upload, and counts anew after that', async () => {
    server.status = 500;
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 1; tries < 7; tries += 1)
        expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'INTERNAL' } });
      await expect(bring()).rejects.toThrow(SendBroken);
    }
    expect(inputs).toEqual([]);
  });

  it('returns the refusal, and postpones without an answer', async () => {
    server.status = 422;
    expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'PHOTO_UNREADABLE' } });
    server.status = 0;
    await expect(bring()).rejects.toMatchObject({ name: 'SendPutOff', cause: { status: 0 } });
    expect(inputs).toEqual([]);
  });

  it('shrinks after each try on a slow connection, and gives up at the smallest', async () => {
    draws({ width: 4_000, height: 3_000 });
    const blob = new Blob(['x'.repeat(900_000)], { type: 'image/jpeg' });
    await store.change((await entry()).order, (one) => ({
      ...one,
      photo: { blob, width: 4_000, height: 3_000 },
    }));
    Object.assign(server, { status: 503, takesMs: 40_000 });
    expect(await bring()).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
    server.status = 0;
    await expect(bring()).rejects.toMatchObject({ name: 'SendPutOff', cause: { status: 0 } });
    for (let smallest = 1; smallest < 3; smallest += 1)
      await expect(bring()).rejects.toMatchObject({ name: 'SendPutOff', cause: { status: 0 } });
    await expect(bring()).rejects.toBeInstanceOf(SendGivenUp);
    expect(server.bytes).toEqual([900_000, 1_280, 800, 800, 800]);
    expect(inputs).toEqual([]);
    // Sent again by the member: under the same key and in full size, because the connection may be better.
    Object.assign(server, { status: 200, takesMs: 0 });
    expect(await bring()).toMatchObject({ ok: true });
    expect(server.bytes.at(-1)).toBe(900_000);
    expect(new Set(server.uploads)).toEqual(new Set([`/api/chat-photo.php?key=${KEY}`]));
    expect((await entry()).photo?.blob.size).toBe(900_000);
  });

  it.each([
    ['fails at once', 200],
    ['is dead', 61_000],
  ])('keeps the size when the connection %s', async (_, takesMs) => {
    draws({ width: 4_000, height: 3_000 });
    Object.assign(server, { status: 0, takesMs });
    for (let attempt = 0; attempt < 8; attempt += 1)
      await expect(bring()).rejects.toMatchObject({ name: 'SendPutOff', cause: { status: 0 } });
    expect(new Set(server.bytes)).toEqual(new Set([1]));
  });

  it('gives up at once when the file can no longer be read', async () => {
    const moved = {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
    };
    const one = await entry();
    const photo = { ...one.photo!, blob: moved as unknown as Blob };
    await expect(sendPhoto(one, photo, { store, send })).rejects.toBeInstanceOf(SendGivenUp);
    expect(server.uploads).toEqual([]);
  });

  it('sends nothing when it is cancelled during the upload', async () => {
    server.isSilent = true;
    const way = bring();
    const { cancelUpload } = await import('./uploads.ts');
    await vi.waitFor(() => expect(cancelUpload(KEY)).toBe(true));
    await expect(way).rejects.toBeInstanceOf(SendCancelled);
    expect(inputs).toEqual([]);
  });
});

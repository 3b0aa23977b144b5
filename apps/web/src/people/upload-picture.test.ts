import { uploadChatPhoto } from '@heartline/contracts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendPicture, smallerPicture, uploadPicture } from './upload-picture.ts';

/** Sends a picture to a server, or a proxy before it, that gives this answer. */
function send(status: number, responseText: string) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = status;
      responseText = responseText;
      upload = {};
      onload = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        this.onload();
      }
    },
  );
  const { signal } = new AbortController();
  return sendPicture(uploadChatPhoto, new Blob(['x']), { key: 'k', by: 'm', signal, onProgress: () => {} });
}
afterEach(() => vi.unstubAllGlobals());

it('gives up on a dead connection, and not while the upload makes progress', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const abort = vi.fn<() => void>();
  const upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = upload;
      abort = abort;
      open() {}
      setRequestHeader() {}
      send() {}
    },
  );
  const { signal } = new AbortController();
  const sent = sendPicture(uploadChatPhoto, new Blob(['x']), {
    key: 'k',
    by: 'm',
    signal,
    onProgress: () => {},
  });
  sent.catch(() => undefined);
  for (let share = 1; share < 4; share += 1) {
    await vi.advanceTimersByTimeAsync(50_000);
    upload.onprogress?.({ loaded: share, total: 4 });
  }
  expect(abort).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(sent).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' });
  expect(abort).toHaveBeenCalledOnce();
});

it('can send a picture again after a proxy’s refusal or a page as the answer', async () => {
  await expect(send(503, '{"error":"Service Unavailable"}')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(send(200, '<!doctype html>')).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' });
  expect(await send(200, '{"id":"p"}')).toEqual({ id: 'p' });
});

it.each([
  [19_999, 1],
  [20_000, 3],
  [59_999, 3],
  // No answer at all: a dead connection.
  [60_000, 1],
])('sends a picture that fails after %i ms %i times, smaller if that was slow', async (ms, tries) => {
  let now = 0;
  let sent = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 503;
      responseText = '{"error":{"code":"UNAVAILABLE","message":""}}';
      upload = {};
      onload = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        sent += 1;
        now += ms;
        this.onload();
      }
    },
  );
  const { signal } = new AbortController();
  const upload = uploadPicture(new Blob(['x']), { key: 'k', by: 'm', signal, onProgress: () => {} });
  await expect(upload).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(sent).toBe(tries);
});

it.each([
  [400, 400, undefined],
  [399, 4_000, 'PHOTO_TOO_NARROW'],
  [399, 900, 'PHOTO_TOO_SMALL'],
])('refuses a profile photo of %i by %i pixels before it is sent: %s', async (width, height, code) => {
  let sent = 0;
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close() {} }));
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 503;
      responseText = '{"error":{"code":"UNAVAILABLE","message":""}}';
      upload = {};
      onload = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        sent += 1;
        this.onload();
      }
    },
  );
  const { signal } = new AbortController();
  const file = new Blob(['x'], { type: 'image/png' });
  await expect(
    uploadPicture(file, { key: 'k', by: 'm', signal, onProgress: () => {} }),
  ).rejects.toMatchObject({
    code: code ?? 'UNAVAILABLE',
  });
  expect(sent).toBe(code ? 0 : 1);
});

describe('a picture as it is sent', () => {
  /** The drawing calls, in order. */
  let painted: string[];

  /** A browser that reads every picture, and encodes it as a JPEG of this size. */
  function browser(bytes: number) {
    painted = [];
    const bitmap = { width: 100, height: 50, close() {} };
    vi.stubGlobal('createImageBitmap', async () => bitmap);
    const pen = {
      fillStyle: '',
      fillRect: (...box: number[]) => painted.push(`${pen.fillStyle} ${box.join()}`),
      drawImage: (_bitmap: unknown, ...box: number[]) => painted.push(`picture ${box.join()}`),
    };
    const toBlob = (take: (blob: Blob) => void) => take(ofBytes(bytes, 'image/jpeg'));
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => pen, toBlob }) });
  }

  const ofBytes = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type });

  it('is re-encoded in a format that the server reads, even if that is larger', async () => {
    browser(9);
    for (const type of ['image/heic', 'image/tiff', 'image/bmp', ''])
      expect(await smallerPicture(ofBytes(5, type))).toMatchObject({ size: 9, type: 'image/jpeg' });
    for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
      expect(await smallerPicture(ofBytes(5, type))).toMatchObject({ size: 5, type });
    const large = ofBytes(1_500_001, 'image/png');
    expect(await smallerPicture(large)).toMatchObject({ size: 9 });
    browser(1_600_000);
    expect(await smallerPicture(large)).toBe(large);
  });

  it('is sent unchanged when this browser can’t read it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture')));
    const file = ofBytes(5, 'image/heic');
    expect(await smallerPicture(file)).toBe(file);
  });

  it('is white where it was transparent', async () => {
    browser(9);
    await smallerPicture(ofBytes(1_500_001, 'image/png'));
    expect(painted).toEqual(['white 0,0,100,50', 'picture 0,0,100,50']);
  });
});

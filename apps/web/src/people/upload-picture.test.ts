import { uploadChatPhoto } from '@heartline/contracts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendPicture, smallerPicture, uploadPicture } from './upload-picture.ts';

/** Sends a picture to a server, or what stands before it, that answers so. */
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

it('a picture on a line that died without a word is given up, and not while it still moves', async () => {
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

it('a picture that meets a balancer’s own refusal, or a page in place of an answer, goes again later', async () => {
  await expect(send(503, '{"error":"Service Unavailable"}')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(send(200, '<!doctype html>')).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' });
  expect(await send(200, '{"id":"p"}')).toEqual({ id: 'p' });
});

it.each([
  [19_999, 1],
  [20_000, 3],
  [59_999, 3],
  // Nobody said anything: that is a line that died.
  [60_000, 1],
])(
  'a picture of the member that fails after %i ms goes out %i times, each smaller where it was the line',
  async (ms, tries) => {
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
  },
);

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
  /** What was painted, in order. */
  let painted: string[];

  /** A browser that reads every picture, and draws it as a JPEG of so many bytes. */
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

  it('is drawn anew in a format that the server reads, even if that makes it larger', async () => {
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

  it('goes as it is where this browser cannot read it', async () => {
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

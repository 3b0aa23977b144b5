import { uploadChatPhoto } from '@heartline/contracts';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { sendPicture, uploadPicture } from './upload-picture.ts';

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
  return sendPicture(uploadChatPhoto, new Blob(['x']), { key: 'k', signal, onProgress: () => {} });
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
  const sent = sendPicture(uploadChatPhoto, new Blob(['x']), { key: 'k', signal, onProgress: () => {} });
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
    const upload = uploadPicture(new Blob(['x']), { key: 'k', signal, onProgress: () => {} });
    await expect(upload).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(sent).toBe(tries);
  },
);

import { uploadChatPhoto } from '@heartline/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { sendPicture } from './upload-picture.ts';

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

it('a picture that meets a balancer’s own refusal, or a page in place of an answer, goes again later', async () => {
  await expect(send(503, '{"error":"Service Unavailable"}')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(send(200, '<!doctype html>')).rejects.toMatchObject({ status: 0, code: 'UNAVAILABLE' });
  expect(await send(200, '{"id":"p"}')).toEqual({ id: 'p' });
});

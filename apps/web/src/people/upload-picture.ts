import { type CallContract, type OutputOf, uploadPhoto } from '@heartline/contracts';
import { ApiError, actingAs, answered, callHeaders } from '../client/api.ts';

export interface UploadOptions {
  /** The key that makes a repeat safe. */
  key: string;
  signal: AbortSignal;
  /** From 0 to 1, of what has been sent. */
  onProgress: (share: number) => void;
}

/** Longest side sent; what is larger is drawn smaller here, so that a phone's picture takes a moment and not a minute. */
const SIDE = 2_560;
const SMALL_BYTES = 1_500_000;

/**
 * Sends a picture to the member's profile, with progress.
 * @throws {ApiError} on every refusal; `AbortError` when it was cancelled.
 */
export async function uploadPicture(
  file: Blob,
  options: UploadOptions,
): Promise<OutputOf<typeof uploadPhoto>> {
  const blob = await smallerPicture(file);
  return sendPicture(uploadPhoto, blob, options);
}

/**
 * Sends a picture as it is to a call that takes one, with progress.
 * @throws {ApiError} on every refusal; `AbortError` when it was cancelled.
 */
export async function sendPicture<C extends CallContract>(
  contract: C,
  blob: Blob,
  { key, signal, onProgress }: UploadOptions,
): Promise<OutputOf<C>> {
  signal.throwIfAborted();
  const by = actingAs();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(contract.method, `${contract.path}?${new URLSearchParams({ key })}`);
    for (const [name, value] of Object.entries(callHeaders(contract, by)))
      request.setRequestHeader(name, value);
    request.setRequestHeader(
      'Content-Type',
      blob.type.startsWith('image/') ? blob.type : 'application/octet-stream',
    );
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(answered(contract, request.status, readJson(request.responseText), by) as OutputOf<C>);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new ApiError(0, { code: 'UNAVAILABLE' }));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(blob);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The picture with at most `SIDE` pixels a side. What this browser cannot read is sent as it is: the server decides. */
export async function smallerPicture(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}

import type { SendOutput } from '@heartline/contracts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { actAs } from '../../../client/api.ts';
import { WAITING } from './entry-in-test.ts';
import { createMemoryStore, type OutboxEntry } from './outbox-store.ts';
import { sendEntry } from './send-entry.ts';

const PHOTO: OutboxEntry = {
  ...WAITING,
  kind: 'photo',
  photo: { blob: new Blob(['x']), width: 1, height: 1, id: 'uploaded' },
};
const send = vi.fn<() => Promise<{ ok: true; value: SendOutput }>>();
const bring = (entry: OutboxEntry) => sendEntry(entry, { store: createMemoryStore(), send });

beforeEach(() => {
  send.mockReset().mockResolvedValue({ ok: true, value: {} as SendOutput });
  actAs(WAITING.member);
  onTestFinished(() => actAs(undefined));
});

it.each([
  ['a text', WAITING],
  ['a photo', PHOTO],
])('sends %s while its author is signed in to this page', async (_, entry) => {
  await bring(entry);
  expect(send).toHaveBeenCalledOnce();
});

it.each([
  ['a text', 'nobody', undefined, WAITING],
  ['a text', 'another member', 'another', WAITING],
  ['a photo', 'another member', 'another', PHOTO],
] as const)('does not send %s once %s is signed in to this page', async (_, _who, member, entry) => {
  actAs(member);
  await expect(bring(entry)).rejects.toThrow('not signed in as the author');
  expect(send).not.toHaveBeenCalled();
});

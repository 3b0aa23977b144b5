import { notifyMessages, settleMessages } from '@heartline/contracts';
import { expect, it } from 'vitest';
import type { CoreDeps } from '../core-deps.ts';
import { createFollowUp } from './messaging-context.ts';

type Enqueue = CoreDeps['queues']['enqueue'];

/** Queues that record their jobs, or refuse those of the given names. */
function queuesThat(refuse: string[] = []) {
  const put: [queue: string, data: unknown][] = [];
  const enqueue: Enqueue = async ({ queue }, data) => {
    if (refuse.includes(queue)) return false;
    put.push([queue, data]);
    return true;
  };
  return { put, followUp: createFollowUp({ enqueue } as CoreDeps['queues']) };
}

const row = (n: number) => ({ recipient: 'jonas', owner: 'c', n });
const notify = (seq: number) => ({ recipient: 'jonas', conversation: 'c', seq });
const settle = (seq: number) => ({ member: 'mara', clientId: `key-${seq}`, conversation: 'c', seq });

it('asks about pushes of a batch first, then settles it', async () => {
  const { put, followUp } = queuesThat();
  followUp.add({ row: row(1), settle: settle(1) });
  followUp.add({ row: row(2) });
  followUp.add({ row: row(3), settle: settle(3) });
  await followUp.flush();
  expect(put).toEqual([
    [notifyMessages.queue, { items: [notify(1), notify(2), notify(3)] }],
    [settleMessages.queue, { items: [settle(1), settle(3)] }],
  ]);
});

it('names a message once when it is sent again within one batch', async () => {
  const { put, followUp } = queuesThat();
  followUp.add({ row: row(1) });
  followUp.add({ row: row(1), settle: settle(1) });
  followUp.add({ row: row(1), settle: settle(1) });
  await followUp.flush();
  expect(put).toEqual([
    [notifyMessages.queue, { items: [notify(1)] }],
    [settleMessages.queue, { items: [settle(1)] }],
  ]);
});

it('does not settle messages when no queue takes the push question', async () => {
  const { put, followUp } = queuesThat([notifyMessages.queue]);
  followUp.add({ row: row(1), settle: settle(1) });
  await followUp.flush();
  expect(put).toEqual([]);
});

it('puts no empty job on a queue', async () => {
  const { put, followUp } = queuesThat();
  await followUp.flush();
  followUp.add({ row: row(1) });
  await followUp.flush();
  expect(put.map(([queue]) => queue)).toEqual([notifyMessages.queue]);
});

it('returns false when no queue takes the push question', async () => {
  const { followUp } = queuesThat([notifyMessages.queue]);
  expect(await followUp.ask([row(1)])).toBe(false);
});

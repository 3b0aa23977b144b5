import {
  defineCall,
  defineInbound,
  defineOutbound,
  earlyVersion,
  sendInput,
  user,
} from '@heartline/contracts';
import * as z from 'zod/mini';

/** Contracts that only the benchmarks use: the frame of every event and call, without a use case behind it. */
export const benchEcho = defineInbound({
  name: 'bench:echo',
  feature: 'site',
  summary: 'Answers what it was given.',
  input: sendInput,
  output: sendInput,
  refusals: [],
  limit: 'send',
});

export const benchRelay = defineInbound({
  name: 'bench:relay',
  feature: 'site',
  summary: 'Passes a text on to another member.',
  input: sendInput,
  output: z.strictObject({}),
  refusals: [],
  limit: 'send',
});

export const benchRelayed = defineOutbound({
  name: 'bench:relayed',
  feature: 'site',
  summary: 'A text that was passed on.',
  durable: true,
  // Delivered optimistically like a message, since the benchmarks of gateways stand for messages.
  early: true,
  payload: z.strictObject({ version: earlyVersion, clientId: z.string(), text: z.string() }),
});

export const benchGetUser = defineCall({
  name: 'benchGetUser',
  feature: 'site',
  summary: 'A member, without asking a store.',
  access: 'signed-in',
  method: 'GET',
  path: '/api/bench.php',
  input: z.strictObject({}),
  output: z.strictObject({ user }),
  refusals: [],
  limit: 'read',
});

export const benchPostMessage = defineCall({
  name: 'benchPostMessage',
  feature: 'site',
  summary: 'A message, without asking a store.',
  access: 'member',
  method: 'POST',
  path: '/api/bench.php',
  input: sendInput,
  output: sendInput,
  refusals: [],
  limit: 'write',
});

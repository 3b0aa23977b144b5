import type { SendInput } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import type { DemoPerson } from '../demo-world/index.ts';
import { DEMO_SITE, memberOf } from './seed-members.ts';

/**
 * Sends a message and settles its hold, as the worker does. No sweep looks for holds as old as these, and the invariant
 * check of a new world must find none open.
 */
export async function sendSettled(core: Core, from: DemoPerson, input: SendInput): Promise<void> {
  const member = memberOf(from);
  const sent = await core.messaging.sendMessage({ member, site: DEMO_SITE }, input);
  if (!sent.ok) throw new Error(`the demo world: ${from.name} may not send: ${sent.refusal.code}`);
  const { conversation, seq } = sent.value.message;
  await core.messaging.settleMessages([{ member, clientId: input.clientId, conversation, seq }]);
}

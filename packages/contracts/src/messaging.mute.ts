import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { conversationId, toggle } from './shapes.ts';
import { version } from './version.ts';

/** A muted conversation: its messages come and count as ever, and no push, mail or notice tells of them. */

export const muteChat = defineCall({
  name: 'muteChat',
  feature: 'messaging',
  summary: 'Mutes one conversation for the caller, on all their devices, or lets it be heard again.',
  access: 'member',
  method: 'POST',
  path: '/api/mute.php',
  input: z.strictObject({
    conversation: conversationId,
    /** True mutes it. */
    on: z.boolean(),
  }),
  output: z.strictObject({ mute: toggle }),
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const conversationMuted = defineOutbound({
  name: 'conversation:muted',
  feature: 'messaging',
  summary:
    'The member muted a conversation, or lets it be heard again. A lower `rev` than known is stepped over.',
  durable: true,
  leaves: () => ['user', 'likes'],
  payload: z.strictObject({ version, conversation: conversationId, mute: toggle }),
});

import type { getUser, OutputOf } from '@heartline/contracts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

export type UserState = OutputOf<typeof getUser>;

/**
 * What an own message cost. One that the sweep tells of, since the telling was cut off, says nothing of the credits: what
 * happened to them meanwhile it does not know, so they are asked for.
 */
function afterMessage(
  state: UserState,
  { message, profile, credits }: Extract<LiveEvent, { name: 'message:created' }>['payload'],
): Applied<UserState> {
  if (credits !== undefined) return { ...state, user: { ...state.user, credits } };
  return message.sender === profile ? state : STALE;
}

/** Applies one event to the signed-in member: credits left, and premium; fetched again after a change of their own. */
export function applyToUser(state: UserState, event: LiveEvent): Applied<UserState> {
  if (event.name === 'credits:changed') {
    const { credits, premium } = event.payload;
    return { ...state, user: { ...state.user, credits, paid_user: premium } };
  }
  if (event.name === 'message:created') return afterMessage(state, event.payload);
  return event.name === 'own:changed' ? STALE : state;
}

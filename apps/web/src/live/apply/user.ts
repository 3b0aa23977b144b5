import type { getUser, OutputOf } from '@heartline/contracts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

export type UserState = OutputOf<typeof getUser>;

/** Applies one event to the signed-in member: credits left, and premium; fetched again after a change of their own. */
export function applyToUser(state: UserState, event: LiveEvent): Applied<UserState> {
  if (event.name === 'credits:changed') {
    const { credits, premium } = event.payload;
    return { ...state, user: { ...state.user, credits, paid_user: premium } };
  }
  if (event.name === 'message:created' && event.payload.credits !== undefined) {
    return { ...state, user: { ...state.user, credits: event.payload.credits } };
  }
  return event.name === 'own:changed' ? STALE : state;
}

import type { Balance } from '@heartline/contracts';
import { type UserState, withBalance } from '../../client/user-state.ts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

/** Applies one event to the signed-in member: their balance; fetched again after a change of their own. */
export function applyToUser(state: UserState, event: LiveEvent): Applied<UserState> {
  if (event.name === 'credits:changed') return afterBalance(state, event.payload);
  if (event.name === 'message:created') return afterMessage(state, event.payload);
  return event.name === 'own:changed' ? STALE : state;
}

/** A balance the member is told of; of one they know already, or that is older, nothing. */
export function afterBalance(state: UserState, balance: Balance): UserState {
  const user = withBalance(state.user, balance);
  return user === state.user ? state : { ...state, user };
}

/**
 * What an own message cost. One that the sweep tells of, since the telling was cut off, says nothing of the balance: what
 * happened to it meanwhile it does not know, so it is asked for.
 */
function afterMessage(
  state: UserState,
  { message, profile, balance }: Extract<LiveEvent, { name: 'message:created' }>['payload'],
): Applied<UserState> {
  if (balance) return afterBalance(state, balance);
  return message.sender === profile ? state : STALE;
}

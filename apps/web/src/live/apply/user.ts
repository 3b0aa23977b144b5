import type { Balance } from '@heartline/contracts';
import { type UserState, withBalance } from '../../client/user-state.ts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

/** Applies one event to the signed-in member: their balance. Changes of the member themselves are refetched. */
export function applyToUser(state: UserState, event: LiveEvent): Applied<UserState> {
  if (event.name === 'credits:changed') return afterBalance(state, event.payload);
  if (event.name === 'message:created') return afterMessage(state, event.payload);
  return event.name === 'own:changed' ? STALE : state;
}

/** Applies a balance, unless it is known or older. */
export function afterBalance(state: UserState, balance: Balance): UserState {
  const user = withBalance(state.user, balance);
  return user === state.user ? state : { ...state, user };
}

/**
 * The price of an own message. An event of the sweep, which follows a lost event, carries no balance: it may have
 * changed meanwhile, so it is refetched.
 */
function afterMessage(
  state: UserState,
  { message, profile, balance }: Extract<LiveEvent, { name: 'message:created' }>['payload'],
): Applied<UserState> {
  if (balance) return afterBalance(state, balance);
  return message.sender === profile ? state : STALE;
}

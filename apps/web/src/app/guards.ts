import { redirect } from '@tanstack/react-router';
import { queryClient, settingsQuery, userQuery } from '../client/query.ts';
import { visitorSearchHere } from '../client/visitor-search.ts';

/** The facts of a navigation that guards decide by. */
interface Visit {
  location: { href: string; pathname: string };
}

async function memberOnly({ location }: Visit) {
  const state = await queryClient.ensureQueryData(userQuery);
  if (!state) throw redirect({ to: '/login', search: { next: location.href } });
  if (state.user.status === 'not_confirmed') throw redirect({ to: '/complete-signup' });
}

/** A member, or a visitor on a site that lets visitors search this far. The others are asked to log in. */
const searcher = (levels: readonly string[]) => async (visit: Visit) => {
  const state = await queryClient.ensureQueryData(userQuery);
  if (state) return memberOnly(visit);
  const level = visitorSearchHere(await queryClient.ensureQueryData(settingsQuery));
  if (!levels.includes(level)) throw redirect({ to: '/login', search: { next: visit.location.href } });
};

/** The guards of routes, by name. */
const GUARDS = {
  /** Asks others to log in, and then returns. */
  memberOnly,
  cardSearcher: searcher(['basic', 'full']),
  profileSearcher: searcher(['full']),
  /** An address about the member and another person, with the member's own id: redirects to their own profile. */
  async notWithOneself({ location }: Visit) {
    const state = await queryClient.ensureQueryData(userQuery);
    const names = location.pathname.split('/');
    if (state && names.includes(state.user.id)) throw redirect({ to: '/profile', replace: true });
  },
  /** Redirects a member to the search (S2), and an unconfirmed one to the remaining step. */
  async visitorOnly() {
    const state = await queryClient.ensureQueryData(userQuery);
    if (state) throw redirect({ to: state.user.status === 'active' ? '/members' : '/complete-signup' });
  },
  /** A member has already completed the sign-up. */
  async notForMembers() {
    const state = await queryClient.ensureQueryData(userQuery);
    if (state?.user.status === 'active') throw redirect({ to: '/members' });
  },
};

export type GuardName = keyof typeof GUARDS;

/** The guard of this name, as `beforeLoad` of a route. It throws 'Unknown middleware' when there is none (S8-026). */
export function guardedBy(name: GuardName) {
  return async (visit: Visit): Promise<void> => {
    if (!Object.hasOwn(GUARDS, name)) throw new Error('Unknown middleware');
    await GUARDS[name](visit);
  };
}

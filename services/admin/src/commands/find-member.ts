import type { Core } from '@heartline/core';
import { Unable } from '../admin.ts';

/** A member as commands print one. */
export interface FoundMember {
  id: string;
  name: string;
  /** Null of a fictional profile that nobody has an account of. */
  email: string | null;
  status: string;
  site: string;
  country: string;
  premium: boolean;
  fictional: boolean;
  createdAt: number;
}

/** Members an operator means by an id, an e-mail address or a name; fictional profiles also without an account. */
export async function findMembers(core: Core, wanted: string): Promise<FoundMember[]> {
  const who = wanted.trim();
  const accounts = await core.accounts.find(who);
  const named = accounts.length > 0 ? [] : await core.profiles.findByName(who);
  const rows = accounts.length > 0 ? accounts : named;
  const ids = rows.length > 0 ? rows.map(({ _id }) => _id) : [who];
  const found = await Promise.all(ids.map((id) => memberOf(core, id)));
  return found.filter((member) => member !== undefined);
}

/** The one member that is meant, to do something to; several or none are an error that says so, as is no account. */
export async function theMember(core: Core, wanted: string): Promise<FoundMember> {
  const only = await theProfile(core, wanted);
  if (only.email === null) {
    throw new Unable(`${only.name} is a fictional profile without an account: it is only found and shown.`);
  }
  return only;
}

/** The one member that is meant, to look at: also a fictional profile without an account. */
export async function theProfile(core: Core, wanted: string): Promise<FoundMember> {
  const found = await findMembers(core, wanted);
  const [only] = found;
  if (!only) throw new Unable(`No member is found for “${wanted}”: give an id, an e-mail address or a name.`);
  if (found.length > 1) {
    throw new Unable(`${found.length} members are found for “${wanted}”: give the id. See: member find`);
  }
  return only;
}

async function memberOf(core: Core, id: string): Promise<FoundMember | undefined> {
  const [account, profile] = await Promise.all([core.accounts.accountOf(id), core.profiles.profileOf(id)]);
  // Anybody else’s profile without an account is what an erasure has not come to yet.
  if (!profile || !(account || profile.fictional)) return undefined;
  return {
    id,
    name: profile.name,
    email: account?.email ?? null,
    status: account ? statusOf(account) : `${profile.status}, no account`,
    site: profile.site,
    country: profile.country,
    premium: Boolean(account?.premiumAt),
    fictional: profile.fictional,
    createdAt: (account ?? profile).createdAt,
  };
}

type Account = NonNullable<Awaited<ReturnType<Core['accounts']['accountOf']>>>;

function statusOf({ deletion, status }: Account): string {
  return deletion?.statusBefore === 'disabled' ? 'deleted, suspended' : status;
}

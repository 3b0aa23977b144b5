import type { Core } from '@heartline/core';
import { Unable } from '../admin.ts';

/** A member as commands print one. */
export interface FoundMember {
  id: string;
  name: string;
  email: string;
  status: string;
  site: string;
  country: string;
  premium: boolean;
  fictional: boolean;
  createdAt: number;
}

/** Members an operator means by an id, an e-mail address or a name. */
export async function findMembers(core: Core, wanted: string): Promise<FoundMember[]> {
  const accounts = await core.accounts.find(wanted.trim());
  const named = accounts.length > 0 ? [] : await core.profiles.findByName(wanted);
  const ids = accounts.length > 0 ? accounts.map(({ _id }) => _id) : named.map(({ _id }) => _id);
  const found = await Promise.all(ids.map((id) => memberOf(core, id)));
  return found.filter((member) => member !== undefined);
}

/** The one member that is meant; several or none are an error that says so. */
export async function theMember(core: Core, wanted: string): Promise<FoundMember> {
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
  if (!account || !profile) return undefined;
  return {
    id,
    name: profile.name,
    email: account.email,
    status: account.deletion?.statusBefore === 'disabled' ? 'deleted, suspended' : account.status,
    site: account.site,
    country: profile.country,
    premium: account.premiumAt !== null,
    fictional: profile.fictional,
    createdAt: account.createdAt,
  };
}

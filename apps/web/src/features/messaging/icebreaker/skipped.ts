import { localStore } from '../../../client/storage.ts';

/** People this member has seen the openers for, on this device; leaves with everything else when they sign out. */
const nameOf = (member: string, profile: string) => `icebreaker:${member}:${profile}`;

export function isSkipped(member: string, profile: string): boolean {
  return localStore.get(nameOf(member, profile)) !== null;
}

export function rememberSkipped(member: string, profile: string): void {
  localStore.set(nameOf(member, profile), String(Date.now()));
}

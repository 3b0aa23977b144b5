import { localStore } from '../../../client/storage.ts';

/** Members for whom this member has seen the openers on this device. A sign-out deletes them. */
const nameOf = (member: string, profile: string) => `icebreaker:${member}:${profile}`;

export function isSkipped(member: string, profile: string): boolean {
  return localStore.get(nameOf(member, profile)) !== null;
}

export function rememberSkipped(member: string, profile: string): void {
  localStore.set(nameOf(member, profile), String(Date.now()));
}

import { useMember } from '../../client/session.ts';
import { localStore } from '../../client/storage.ts';
import { useMessagePrice } from './before-writing/use-message-price.ts';

/**
 * Whether this member has confirmed on this device what a fictional profile is. The server has the last word: it knows
 * of confirmations elsewhere, and refuses a first message without one.
 */
const nameOf = (member: string) => `fictional-confirmed:${member}`;

export function isFictionalConfirmed(member: string): boolean {
  return localStore.get(nameOf(member)) !== null;
}

export function rememberFictionalConfirmed(member: string): void {
  localStore.set(nameOf(member), String(Date.now()));
}

/** Says whether the member has confirmed it by now: here, or elsewhere, as the server told before they write to this one. */
export function useFictionalConfirmed(profile: string): () => boolean {
  const { id } = useMember();
  const isElsewhere = useMessagePrice(profile)?.fictionalConfirmed === true;
  return () => isElsewhere || isFictionalConfirmed(id);
}

import { useMember } from '../../client/session.ts';
import { localStore } from '../../client/storage.ts';
import { useMessagePrice } from './before-writing/use-message-price.ts';

/**
 * True if this member confirmed on this device what a fictional profile is. The server decides: it knows confirmations
 * of other devices, and refuses a first message without one.
 */
const nameOf = (member: string) => `fictional-confirmed:${member}`;

export function isFictionalConfirmed(member: string): boolean {
  return localStore.get(nameOf(member)) !== null;
}

export function rememberFictionalConfirmed(member: string): void {
  localStore.set(nameOf(member), String(Date.now()));
}

/**
 * Returns a function that says whether the member confirmed it, here or on another device. The server reports the
 * latter with the message price.
 */
export function useFictionalConfirmed(profile: string): () => boolean {
  const { id } = useMember();
  const isElsewhere = useMessagePrice(profile)?.fictionalConfirmed === true;
  return () => isElsewhere || isFictionalConfirmed(id);
}

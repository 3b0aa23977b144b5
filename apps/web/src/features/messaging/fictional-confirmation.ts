import { keepIn } from '../../client/keep-in.ts';

/**
 * Whether this member has confirmed on this device what a fictional profile is. The server has the last word: it knows
 * of confirmations elsewhere, and refuses a first message without one.
 */
const nameOf = (member: string) => `fictional-confirmed:${member}`;

export function isFictionalConfirmed(member: string): boolean {
  return localStorage.getItem(nameOf(member)) !== null;
}

export function rememberFictionalConfirmed(member: string): void {
  keepIn(localStorage, nameOf(member), String(Date.now()));
}

/** The number of messages refunded by this command. Refunds of an earlier command that crashed are not counted. */
export function paidBack(returned: number): string {
  if (returned === 0) return 'no message was left to pay back';
  return `${returned} ${returned === 1 ? 'message' : 'messages'} paid back now`;
}

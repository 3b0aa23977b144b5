/** How many messages were paid back by this act; what an earlier one paid back, which a crash cut off, is not counted again. */
export function paidBack(returned: number): string {
  if (returned === 0) return 'no message was left to pay back';
  return `${returned} ${returned === 1 ? 'message' : 'messages'} paid back now`;
}

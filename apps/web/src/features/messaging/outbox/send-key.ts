/** Key of a bubble, before and after it is sent: `<clientId>` without `.2`. */
export function baseOf(clientId: string): string {
  return clientId.split('.')[0] ?? clientId;
}

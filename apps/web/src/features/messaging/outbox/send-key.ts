/** The key a bubble is known by, on its way and after: `<clientId>` without `.2`. */
export function baseOf(clientId: string): string {
  return clientId.split('.')[0] ?? clientId;
}

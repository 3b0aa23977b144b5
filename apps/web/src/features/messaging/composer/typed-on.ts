/** Text that stays in a field after a send, if the member typed on during it. */
export function typedOn(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

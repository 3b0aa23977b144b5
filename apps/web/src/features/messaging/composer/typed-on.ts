/** What stays in a field once its words went, when somebody typed on while they were on their way. */
export function typedOn(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

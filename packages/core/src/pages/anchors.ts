/** Gives each heading of one page a name for links: its words in small letters, joined by hyphens, each name once. */
export function anchors(): (words: string) => string {
  const taken = new Set<string>();
  return (words) => {
    const base =
      words
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu)
        ?.join('-') ?? 'section';
    let name = base;
    for (let again = 2; taken.has(name); again += 1) name = `${base}-${again}`;
    taken.add(name);
    return name;
  };
}

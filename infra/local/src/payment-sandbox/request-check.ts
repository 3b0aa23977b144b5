/** Checks requests of shops by the published API of a provider, in tests. */
export interface RequestCheck {
  /** Address of the checking server, once it answers. */
  address(): Promise<string>;
  /** Notes that it refused a request. */
  refused(words: string): void;
}

/** Collects refused requests. `throwIfRefused` throws their words, so that the test fails by them. */
export function createRequestCheck(
  address: () => Promise<string>,
): RequestCheck & { throwIfRefused(): void } {
  const found: string[] = [];
  return {
    address,
    refused: (words) => void found.push(words),
    throwIfRefused() {
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  };
}

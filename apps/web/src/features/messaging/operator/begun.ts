import { createWatchedMap } from '../../../client/watched-map.ts';

/** Unsent text for one conversation, and the last text that was sent with its key. */
interface Begun {
  value: string;
  tried?: { text: string; clientId: string } | undefined;
}

/** Unsent texts by conversation while the page is open, so that an operator finds them again. */
class BegunTexts {
  // Not tied to a member, because members may sign in and out in the same browser.
  readonly #kept = createWatchedMap<Begun>({ isOfMember: false });

  valueOf(conversation: string): string {
    return this.#kept.get(conversation)?.value ?? '';
  }

  /** Hook for the same. A send may be answered after its conversation was left and opened again. */
  useValue(conversation: string): string {
    return this.#kept.useValue(conversation)?.value ?? '';
  }

  write(conversation: string, value: string): void {
    this.#kept.set(conversation, { ...this.#kept.get(conversation), value });
  }

  /** True if any conversation has unsent text. */
  hasAny(): boolean {
    return [...this.#kept.entries()].some(([, { value }]) => value.trim() !== '');
  }

  /** Key to send a text under. The same text after a failure has the same key, so the server stores it once. */
  keyFor(conversation: string, text: string): string {
    const { value = '', tried } = this.#kept.get(conversation) ?? {};
    if (tried?.text === text) return tried.clientId;
    const clientId = crypto.randomUUID();
    this.#kept.set(conversation, { value, tried: { text, clientId } });
    return clientId;
  }

  /** Forgets the key: the text was sent, or its key is used up. The same text is then a new one. */
  endTry(conversation: string): void {
    this.#kept.set(conversation, { value: this.valueOf(conversation) });
  }
}

export const begunAnswers = new BegunTexts();
export const begunNotes = new BegunTexts();

/** True if an answer or a note is not sent yet. */
export const isAnythingBegun = (): boolean => begunAnswers.hasAny() || begunNotes.hasAny();

/** Unsent text of a conversation, and its setter. */
export function useBegun(words: BegunTexts, conversation: string): [string, (text: string) => void] {
  return [words.useValue(conversation), (text) => words.write(conversation, text)];
}

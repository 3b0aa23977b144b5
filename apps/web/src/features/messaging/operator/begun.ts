import { createWatchedMap } from '../../../client/watched-map.ts';

/** Words for one conversation that have not gone yet, and the last ones that were to go, under their key. */
interface Begun {
  value: string;
  tried?: { text: string; clientId: string } | undefined;
}

/** By conversation, while the page is open: who goes on to another one, or closes the dialog, finds it as it was. */
class BegunWords {
  // A member may be signed in to the same browser, and out again.
  readonly #kept = createWatchedMap<Begun>({ isOfMember: false });

  valueOf(conversation: string): string {
    return this.#kept.get(conversation)?.value ?? '';
  }

  /** The same in a component, as it stands: what went may be answered after its conversation was left and opened again. */
  useValue(conversation: string): string {
    return this.#kept.useValue(conversation)?.value ?? '';
  }

  write(conversation: string, value: string): void {
    this.#kept.set(conversation, { ...this.#kept.get(conversation), value });
  }

  /** Whether words wait here, in whichever conversation. */
  hasAny(): boolean {
    return [...this.#kept.entries()].some(([, { value }]) => value.trim() !== '');
  }

  /** The key to send these words under. The same ones after a failure have the same, so none is ever there twice. */
  keyFor(conversation: string, text: string): string {
    const { value = '', tried } = this.#kept.get(conversation) ?? {};
    if (tried?.text === text) return tried.clientId;
    const clientId = crypto.randomUUID();
    this.#kept.set(conversation, { value, tried: { text, clientId } });
    return clientId;
  }

  /** What was tried has gone, or its key is used up: the same words are something new. */
  endTry(conversation: string): void {
    this.#kept.set(conversation, { value: this.valueOf(conversation) });
  }
}

export const begunAnswers = new BegunWords();
export const begunNotes = new BegunWords();

/** Whether an answer or a note was begun that has not gone. */
export const isAnythingBegun = (): boolean => begunAnswers.hasAny() || begunNotes.hasAny();

/** What was begun, on the screen; what is written is kept. */
export function useBegun(words: BegunWords, conversation: string): [string, (text: string) => void] {
  return [words.useValue(conversation), (text) => words.write(conversation, text)];
}

import { getChats, getUser } from '@heartline/contracts';
import { historyOf, type Person } from '@heartline/testing';

/** Messages of an evening by window, compared with the stored ones at the end. */
export interface SentMessages {
  /** The words of the next message of this window, unlike all others, and what it costs, 1 unless given. */
  next(device: string, credits?: number): string;
  /** Was taken back, or nearly: it may be stored, or not. */
  mayBeGone(text: string): void;
  count(): number;
  /**
   * Differences from the stored messages: missing or repeated ones, a wrong order within a window, and members who paid
   * something else. `credits` is the initial balance of all. Empty when all is well.
   */
  differences(people: readonly Person[], credits: number): Promise<string[]>;
}

export function recordSentMessages(): SentMessages {
  const byDevice = new Map<string, string[]>();
  const maybe = new Set<string>();
  const prices = new Map<string, number>();
  const all = () => [...byDevice.values()].flat();
  return {
    next(device, credits = 1) {
      const text = `«${all().length + 1} ${device}»`;
      prices.set(text, credits);
      byDevice.set(device, [...(byDevice.get(device) ?? []), text]);
      return text;
    },
    mayBeGone: (text) => void maybe.add(text),
    count: () => all().length,
    async differences(people, credits) {
      const found: string[] = [];
      const stored: string[] = [];
      for (const person of people) {
        const [{ chats }, { user }] = await Promise.all([
          person.http.call(getChats, {}),
          person.http.call(getUser, {}),
        ]);
        const histories = await Promise.all(
          chats.map(async ({ conversation }) => (await historyOf(person, conversation.id)).history),
        );
        const own = histories.flat().filter(({ sender, gone }) => sender === person.id && gone === undefined);
        stored.push(...own.map(({ text }) => text));
        const paid = own.reduce((sum, { text }) => sum + (prices.get(text) ?? 1), 0);
        if (user.credits !== credits - paid)
          found.push(`${person.name} has ${user.credits} credits of ${credits}, and messages for ${paid}`);
        for (const history of histories) {
          const texts = history.map(({ text }) => text);
          found.push(...[...byDevice].flatMap(([device, written]) => disorder(texts, device, written)));
        }
      }
      for (const text of all()) {
        const times = stored.filter((one) => one === text).length;
        if (times !== 1 && !(times === 0 && maybe.has(text))) found.push(`${text} is stored ${times} times`);
      }
      return found;
    },
  };
}

function disorder(history: readonly string[], device: string, written: readonly string[]): string[] {
  const places = written.map((text) => history.indexOf(text)).filter((place) => place >= 0);
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? place));
  return isInOrder ? [] : [`messages of ${device} stand in another order: ${history.join(' ')}`];
}

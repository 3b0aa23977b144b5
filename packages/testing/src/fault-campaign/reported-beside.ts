import { getChats, getLikes } from '@heartline/contracts';
import { historyOf, type Reader } from '../acked-messages.ts';
import { until } from '../until.ts';

/** Answers to members about read marks and likes, to compare with the final state. */
export interface ReportedBeside {
  read(member: string, conversation: string, seq: number): void;
  liked(member: string, profile: string): void;
  /**
   * Errors in the final state of members; an empty list if all is well. It finds unread counts that differ from the
   * messages above the mark (M5), marks that moved back, and likes missing on one side.
   */
  differences(readers: readonly Reader[]): Promise<string[]>;
}

/** Starts an empty record. */
export function recordBeside(): ReportedBeside {
  const marks = new Map<string, number>();
  const likes = new Set<string>();
  return {
    read(member, conversation, seq) {
      const place = `${member} ${conversation}`;
      marks.set(place, Math.max(marks.get(place) ?? 0, seq));
    },
    liked: (member, profile) => void likes.add(`${member} ${profile}`),
    async differences(readers) {
      const found = await Promise.all(
        readers.map((reader) =>
          settled(async () => [...(await unreadOf(reader, marks)), ...(await likesOf(reader, likes))]),
        ),
      );
      return found.flat();
    },
  };
}

/** Errors that remain after the workers have had their time. */
async function settled(look: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  await until(
    async () => {
      found = await look();
      return found;
    },
    ({ length }) => length === 0,
  ).catch((error: unknown) => {
    if (found.length === 0) throw error;
  });
  return found;
}

async function unreadOf(reader: Reader, marks: ReadonlyMap<string, number>): Promise<string[]> {
  const found: string[] = [];
  const { chats } = await reader.http.call(getChats, {});
  for (const { conversation, num_unread_messages: shown, readSeq, lastSeq } of chats) {
    const { history } = await historyOf(reader, conversation.id);
    const above = history.filter(({ sender, seq }) => sender !== reader.id && seq > readSeq);
    const unread = above.filter(({ gone }) => gone === undefined).length;
    const reported = marks.get(`${reader.id} ${conversation.id}`) ?? 0;
    if (shown !== unread)
      found.push(`M5 ${reader.name} is shown ${shown} unread of ${unread}, row ${lastSeq}`);
    if (readSeq < reported) found.push(`M5 ${reader.name} had read to ${reported}, now to ${readSeq}`);
  }
  const listed = new Set(chats.map(({ conversation }) => `${reader.id} ${conversation.id}`));
  for (const place of marks.keys()) {
    if (place.startsWith(reader.id) && !listed.has(place))
      found.push(`M1 ${reader.name} has read ${place}, and does not see it in the list`);
  }
  return found;
}

async function likesOf(reader: Reader, likes: ReadonlySet<string>): Promise<string[]> {
  const { given, liked_by: received } = await reader.http.call(getLikes, {});
  const shown = new Set([
    ...given.map(({ id }) => `${reader.id} ${id}`),
    ...received.map(({ id }) => `${id} ${reader.id}`),
  ]);
  const reported = [...likes].filter((like) => like.split(' ').includes(reader.id));
  return reported
    .filter((like) => !shown.has(like))
    .map((like) => `L2 ${reader.name} does not see the like ${like}`);
}

import { type Conversations, isStarted } from './conversation.repository.ts';

/** So many rows are read at once: before the first message stand only those of blocks. */
const STEP = 10;

/**
 * Those of these conversations that somebody else than the member began: whose the first row is that no block put there.
 * Where two write first to each other at once, one of the two is second (decision 002).
 */
export async function begunByOthers(
  conversations: Pick<Conversations, 'range'>,
  member: string,
  among: readonly string[],
): Promise<Set<string>> {
  const others = await Promise.all(
    among.map(async (conversation) => {
      const by = await begunBy(conversations, conversation);
      return by === undefined || by === member ? [] : [conversation];
    }),
  );
  return new Set(others.flat());
}

async function begunBy(
  conversations: Pick<Conversations, 'range'>,
  conversation: string,
): Promise<string | undefined> {
  for (let from = 1; ; from += STEP) {
    const rows = await conversations.range(conversation, from, from + STEP - 1);
    const first = rows.find(isStarted);
    if (first || rows.length < STEP) return first?.sender;
  }
}

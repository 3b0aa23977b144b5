import { type Conversations, isStarted } from './conversation.repository.ts';

/** Rows in one read. Only rows of blocks can precede the first message. */
const STEP = 10;

/**
 * Those of these conversations that another person than the member began: the sender of the first row that is
 * not of a block. If two members write first to each other at once, one of them is second (decision 002).
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

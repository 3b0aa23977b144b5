import { isVisible } from './conversation.repository.ts';
import { findInbox } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** One message as it stood when it was asked for. */
export interface Excerpt {
  /** Who wrote it, and in answer to what: a few messages before it, oldest first. */
  sender: string;
  text: string;
  at: number;
  before: { sender: string; text: string; at: number }[];
}

const BEFORE = 10;

/** A message of one of the member's conversations, removed or closed ones too; nothing when it is not theirs. */
export async function excerptFor(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<Excerpt | undefined> {
  if (!(await findInbox(context.mongo, member, conversation))) return undefined;
  const rows = await context.conversations.range(conversation, Math.max(1, seq - BEFORE), seq);
  const told = rows.filter(isVisible).map(({ n, sender, text, at }) => ({ n, sender, text, at }));
  const last = told.at(-1);
  if (last?.n !== seq) return undefined;
  const { sender, text, at } = last;
  return { sender, text, at, before: told.slice(0, -1).map(({ n: _, ...row }) => row) };
}

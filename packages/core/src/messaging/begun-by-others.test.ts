import { describe, expect, it } from 'vitest';
import { begunByOthers } from './begun-by-others.ts';
import type { ConversationRow } from './conversation.repository.ts';

const message = (sender: string) => ({ kind: 'text', sender }) as ConversationRow;
const block = (sender: string) => ({ kind: 'block', sender, fresh: true }) as ConversationRow;
const blocks = (times: number) => Array.from({ length: times }, () => block('eve'));

const stored: Readonly<Record<string, readonly ConversationRow[]>> = {
  own: [message('mara'), message('jonas')],
  theirs: [message('jonas'), message('mara')],
  ownBehindBlocks: [...blocks(20), message('mara'), message('jonas')],
  theirsBehindBlocks: [...blocks(9), message('jonas'), message('mara')],
  blocksAlone: blocks(10),
  none: [],
};
const range = async (conversation: string, from: number, to: number) =>
  (stored[conversation] ?? []).slice(from - 1, to);

describe('begunByOthers', () => {
  it('finds conversations whose first row, blocks aside, is of another member', async () => {
    const theirs = await begunByOthers({ range }, 'mara', Object.keys(stored));
    expect([...theirs]).toEqual(['theirs', 'theirsBehindBlocks']);
  });
});

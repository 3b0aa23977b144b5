import type { MemberSearch } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

/** The search a member starts with. `_id` is the member. */
interface SearchRow {
  _id: string;
  search: MemberSearch;
  /** When it was saved. */
  at: number;
}

export type SearchRepository = ReturnType<typeof createSearchRepository>;

/** Reads and writes remembered searches. Only the member ever sees theirs. */
export function createSearchRepository({ connection }: Mongo) {
  const searches = connection.collection<SearchRow>('searches');
  return {
    of: (member: string) => searches.findOne({ _id: member }),
    async save(member: string, search: MemberSearch, at: number): Promise<void> {
      await searches.updateOne({ _id: member }, { $set: { search, at } }, { upsert: true });
    },
    async remove(member: string): Promise<void> {
      await searches.deleteMany({ _id: member });
    },
  };
}

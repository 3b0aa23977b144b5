import { type Mongo, under } from '@heartline/platform';

/** A card laid aside in the match finder. `_id` is `<member>:<profile>`, so a member’s passes are one range. */
interface PassRow {
  _id: string;
  profile: string;
  at: number;
  forgetAt: Date;
}

/** More than anyone passes in a month of evenings; who does sees somebody a second time. */
const MOST_PASSES = 5_000;
/** A card that was laid aside comes back after this. */
const PASSED_MS = 30 * 86_400_000;

const passId = (member: string, profile: string) => `${member}:${profile}`;

export type PassRepository = ReturnType<typeof createPassRepository>;

/** Reads and writes passes. Nobody but the member ever learns of one. */
export function createPassRepository({ connection }: Mongo) {
  const passes = connection.collection<PassRow>('passes');
  async function existing(member: string, now: number) {
    const rows = await passes
      .find({ _id: under(member) })
      .project<Pick<PassRow, 'profile' | 'at'>>({ profile: 1, at: 1 })
      .limit(MOST_PASSES)
      .toArray();
    return rows.filter(({ at }) => at > now - PASSED_MS);
  }
  return {
    async add(member: string, profile: string, at: number): Promise<void> {
      const _id = passId(member, profile);
      const row = { profile, at, forgetAt: new Date(at + PASSED_MS) };
      await passes.updateOne({ _id }, { $set: row }, { upsert: true });
    },
    async remove(member: string, profile: string): Promise<void> {
      await passes.deleteMany({ _id: passId(member, profile) });
    },
    async removeAll(member: string): Promise<void> {
      await passes.deleteMany({ _id: under(member) });
    },
    /** Whom the member laid aside since `now` less 30 days. */
    of: async (member: string, now: number) => (await existing(member, now)).map(({ profile }) => profile),
    /** When the member laid cards aside. */
    daysOf: async (member: string, now: number) => (await existing(member, now)).map(({ at }) => at),
  };
}

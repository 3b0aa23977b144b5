import { type Mongo, under } from '@heartline/platform';

/** A passed card of the match finder. `_id` is `<member>:<profile>`, so a member’s passes are one range. */
interface PassRow {
  _id: string;
  profile: string;
  at: number;
  forgetAt: Date;
}

/** Upper limit, above a month of heavy use; beyond it a member sees some people a second time. */
const MOST_PASSES = 5_000;
/** Time until a passed card returns. */
const PASSED_MS = 30 * 86_400_000;

const passId = (member: string, profile: string) => `${member}:${profile}`;

export type PassRepository = ReturnType<typeof createPassRepository>;

/** Reads and writes passes. Only the member ever sees them. */
export function createPassRepository({ connection }: Mongo) {
  const passes = connection.collection<PassRow>('passes');
  async function activePasses(member: string, now: number) {
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
    /** People the member passed within the last 30 days. */
    of: async (member: string, now: number) =>
      (await activePasses(member, now)).map(({ profile }) => profile),
    /** Times at which the member passed cards. */
    daysOf: async (member: string, now: number) => (await activePasses(member, now)).map(({ at }) => at),
  };
}

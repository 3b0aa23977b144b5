import type { ExportPart, PersonalData } from '../accounts/index.ts';
import { ALL_LIKES, LISTED_LIKES, type LikeRow } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/** Likes of a member in both directions, and their matches. All of them are erased. */
export function likesData({ likes, profiles }: LikesContext): PersonalData {
  return {
    async erase(member) {
      for (;;) {
        const rows = [...(await likes.received(member)), ...(await likes.given(member))];
        if (rows.length === 0) return;
        for (const { to, from } of rows) {
          await likes.removeMatch(to, from);
          await likes.removeLike(to, from);
        }
      }
    },
    count: async () => 1,
    async *gather(member): AsyncGenerator<ExportPart> {
      const [received, given] = await Promise.all([
        likes.received(member, ALL_LIKES),
        likes.given(member, ALL_LIKES),
      ]);
      const people = await peopleOf(profiles, member, [
        ...received.map(({ from }) => from),
        ...given.map(({ to }) => to),
      ]);
      const questions = await profiles.questionsFor(member);
      const answerOf = ({ prompt }: LikeRow) =>
        prompt === undefined ? {} : { answer: questions.get(prompt) ?? prompt };
      const present = (rows: readonly LikeRow[], other: (row: LikeRow) => string) =>
        rows
          .flatMap((row) => {
            const person = people.get(other(row));
            return person ? [{ ...person, at: row.at, ...answerOf(row) }] : [];
          })
          .sort((a, b) => b.at - a.at);
      const givenTo = new Set(given.map(({ to }) => to));
      const matched = received.filter(({ from }) => givenTo.has(from));
      yield {
        kind: 'data',
        name: 'likes',
        title: 'likes',
        data: {
          received: present(received, ({ from }) => from),
          given: present(given, ({ to }) => to),
          matches: present(matched, ({ from }) => from),
        },
      };
    },
  };
}

/** Those the member can see, by name; the others are left out. */
async function peopleOf(
  profiles: LikesContext['profiles'],
  member: string,
  ids: readonly string[],
): Promise<Map<string, { name: string; fictional: boolean }>> {
  const people = new Map<string, { name: string; fictional: boolean }>();
  for (let first = 0; first < ids.length; first += LISTED_LIKES) {
    const cards = await profiles.cards(member, ids.slice(first, first + LISTED_LIKES));
    for (const [id, { name, fictional }] of cards) people.set(id, { name, fictional });
  }
  return people;
}

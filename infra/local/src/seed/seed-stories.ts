import type { Core } from '@heartline/core';
import type { DemoPerson } from '../demo-world/index.ts';
import { demoShare, demoUuid } from './demo-ids.ts';
import { drawPostcard } from './draw-postcard.ts';
import { memberOf } from './seed-members.ts';
import { sendSettled } from './send-settled.ts';
import { SMALL_TALK } from './small-talk.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** People around each account with a part to play. */
const LIKED_BY = 9;
const LIKES = 6;
const CHATS = 4;
/** Credits with which somebody also sends a gift and a photo. */
const ENOUGH_FOR_MORE = 12;

/**
 * Likes, matches and conversations around the accounts with a part to play, through the use cases that members use,
 * so that ledgers, unread counts and inboxes add up. Mara and Jonas do not know each other yet: that is for whoever
 * tries the product.
 */
export async function seedStories(
  seed: { core: Core; at(time: number): void },
  people: readonly DemoPerson[],
  now: number,
): Promise<void> {
  const acts: Act[] = [];
  const players = people.filter((person) => person.role !== 'member' && person.status === 'active');
  for (const player of players) {
    const crowd = suitable(player, people);
    const fans = crowd.slice(0, LIKED_BY);
    for (const [index, fan] of fans.entries()) {
      seed.at(now - (index + 1) * 7 * HOUR);
      await seed.core.likes.likeProfile(memberOf(fan), memberOf(player));
    }
    // The first of them like back: matches.
    for (const [index, liked] of [
      ...fans.slice(0, 2),
      ...crowd.slice(LIKED_BY, LIKED_BY + LIKES),
    ].entries()) {
      seed.at(now - (index + 1) * 3 * HOUR);
      await seed.core.likes.likeProfile(memberOf(player), memberOf(liked));
    }
    const talkers = crowd.filter((person) => !person.fictional && person.credits >= 3).slice(0, CHATS);
    for (const [index, talker] of talkers.entries()) {
      acts.push(...talk(seed.core, talker, player, now - (index * 19 + 2) * HOUR));
    }
    const giver = talkers.find((person) => person.credits >= ENOUGH_FOR_MORE);
    if (!giver) continue;
    const givenAt = now - (talkers.indexOf(giver) * 19 + 1) * HOUR;
    acts.push({ at: givenAt, run: () => giveMore(seed.core, giver, player) });
  }
  // In the order of time over all conversations, so that every statement reads as life wrote it.
  for (const act of acts.toSorted((a, b) => a.at - b.at)) {
    seed.at(act.at);
    await act.run();
  }
  await seed.core.messaging.flush();
}

/** Something that happens at a moment. */
interface Act {
  at: number;
  run(): Promise<void>;
}

/** A gift and a photo after the words, of somebody who has credits left for both. */
async function giveMore(core: Core, from: DemoPerson, to: DemoPerson): Promise<void> {
  const send = (name: string, credits: number, what: { gift: string } | { photo: string }) => {
    const clientId = demoUuid(`${from.key} ${to.key} ${name}`);
    return sendSettled(core, from, { clientId, profile: memberOf(to), text: '', credits, ...what });
  };
  await send('gift', 3, { gift: 'coffee' });
  const bytes = await drawPostcard(demoShare(from.key));
  const photo = await core.messaging.addChatPhoto(memberOf(from), demoUuid(`${from.key} photo`), bytes);
  if (photo.ok) await send('photo', 2, { photo: photo.value.id });
}

/** People of the crowd whom this one would meet: the language first, then the same mixed order each time. */
function suitable(player: DemoPerson, people: readonly DemoPerson[]): DemoPerson[] {
  const order = (person: DemoPerson) =>
    (person.language === player.language ? 0 : 1) + demoShare(`${player.key} ${person.key}`);
  return people
    .filter((person) => person.role === 'member' && person.status === 'active')
    .filter((person) => (player.sexuality === 'hetero' ? person.gender !== player.gender : true))
    .toSorted((a, b) => order(a) - order(b));
}

/** One conversation that `opener` begins; the other side answers as far as its credits go. */
function talk(core: Core, opener: DemoPerson, other: DemoPerson, startAt: number): Act[] {
  const scripts = SMALL_TALK[opener.language];
  const script = scripts[Math.floor(demoShare(`${opener.key} talks`) * scripts.length)] ?? [];
  let isOver = false;
  return script.map((text, line) => ({
    at: startAt + line * 11 * MINUTE,
    async run() {
      if (isOver) return;
      const [from, to] = line % 2 === 0 ? [opener, other] : [other, opener];
      const clientId = demoUuid(`${from.key} ${to.key} ${line}`);
      const profile = memberOf(to);
      if (line > 0) {
        const conversation = core.messaging.conversationOf(memberOf(from), profile);
        await core.messaging.markRead(memberOf(from), conversation, line);
      }
      // Whoever has no credits left stays silent, as in life.
      isOver = !(await sendSettled(core, from, { clientId, profile, text, credits: 1 }));
    },
  }));
}

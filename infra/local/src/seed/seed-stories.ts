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
const GIFT_CREDITS = 3;
const PHOTO_CREDITS = 2;

/** The messages of the accounts with a role, in the order of time. */
export interface Stories {
  acts: readonly Act[];
  /** Credits these accounts spend on it, by key: they have them beside what they are introduced with. */
  spent: ReadonlyMap<string, number>;
}

/** Something that somebody pays for at a moment. */
interface Act {
  at: number;
  from: DemoPerson;
  credits: number;
  /** Acts that follow from each other: when one can't be paid, those behind it don't happen. */
  story: string;
  run(core: Core): Promise<unknown>;
}

/**
 * Plans conversations of each account with a role, in the order of time over all accounts, so that every statement is
 * plausible. Mara and Jonas have none, so that a user of the demo can start it.
 */
export function planStories(people: readonly DemoPerson[], now: number): Stories {
  const acts: Act[] = [];
  for (const player of playersOf(people)) {
    const able = suitable(player, people).filter((person) => !person.fictional && person.credits >= 3);
    const talkers = able.slice(0, CHATS);
    for (const [index, talker] of talkers.entries()) {
      acts.push(...talk(talker, player, now - (index * 19 + 2) * HOUR));
    }
    const giver = talkers.find((person) => person.credits >= ENOUGH_FOR_MORE);
    if (giver) acts.push(giveMore(giver, player, now - (talkers.indexOf(giver) * 19 + 1) * HOUR));
  }
  return pay(acts.toSorted((a, b) => a.at - b.at));
}

/** Those of the acts that can be paid: by accounts with a part to play always, unless they are to have nothing. */
function pay(acts: readonly Act[]): Stories {
  const spent = new Map<string, number>();
  const over = new Set<string>();
  const paid = acts.filter(({ from, credits, story }) => {
    const before = spent.get(from.key) ?? 0;
    const canPay = from.role === 'member' ? before + credits <= from.credits : from.credits > 0;
    // A person without credits writes nothing.
    if (!canPay) over.add(story);
    if (over.has(story)) return false;
    spent.set(from.key, before + credits);
    return true;
  });
  const players = acts.flatMap(({ from }) => (from.role === 'member' ? [] : [from.key]));
  return { acts: paid, spent: new Map(players.map((key) => [key, spent.get(key) ?? 0])) };
}

function playersOf(people: readonly DemoPerson[]): DemoPerson[] {
  return people.filter((person) => person.role !== 'member' && person.status === 'active');
}

/**
 * Likes, matches and the stories, through the use cases that members use, so that ledgers, unread counts and inboxes add
 * up.
 */
export async function liveStories(
  seed: { core: Core; at(time: number): void },
  people: readonly DemoPerson[],
  stories: Stories,
  now: number,
): Promise<void> {
  for (const player of playersOf(people)) {
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
  }
  for (const act of stories.acts) {
    seed.at(act.at);
    await act.run(seed.core);
  }
  await seed.core.messaging.flush();
}

/** A gift and a photo after the words, of somebody who has credits left for both. */
function giveMore(from: DemoPerson, to: DemoPerson, at: number): Act {
  const run = async (core: Core) => {
    const send = (name: string, credits: number, what: { gift: string } | { photo: string }) => {
      const clientId = demoUuid(`${from.key} ${to.key} ${name}`);
      return sendSettled(core, from, { clientId, profile: memberOf(to), text: '', credits, ...what });
    };
    await send('gift', GIFT_CREDITS, { gift: 'coffee' });
    const bytes = await drawPostcard(demoShare(from.key));
    const photo = await core.messaging.addChatPhoto(memberOf(from), demoUuid(`${from.key} photo`), bytes);
    if (photo.ok) await send('photo', PHOTO_CREDITS, { photo: photo.value.id });
  };
  return { at, from, credits: GIFT_CREDITS + PHOTO_CREDITS, story: `${from.key} gives ${to.key}`, run };
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

/** One conversation that `opener` begins. */
function talk(opener: DemoPerson, other: DemoPerson, startAt: number): Act[] {
  const scripts = SMALL_TALK[opener.language];
  const script = scripts[Math.floor(demoShare(`${opener.key} talks`) * scripts.length)] ?? [];
  return script.map((text, line) => {
    const [from, to] = line % 2 === 0 ? [opener, other] : [other, opener];
    const run = async (core: Core) => {
      const clientId = demoUuid(`${from.key} ${to.key} ${line}`);
      const profile = memberOf(to);
      if (line > 0) {
        const conversation = core.messaging.conversationOf(memberOf(from), profile);
        await core.messaging.markRead(memberOf(from), conversation, line);
      }
      await sendSettled(core, from, { clientId, profile, text, credits: 1 });
    };
    return {
      at: startAt + line * 11 * MINUTE,
      from,
      credits: 1,
      story: `${opener.key} talks to ${other.key}`,
      run,
    };
  });
}

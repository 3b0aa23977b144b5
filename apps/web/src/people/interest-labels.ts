import type { Interest } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The form within a sentence, where only German keeps the capital. "DIY" stays as it is. */
export const withinSentence = (word: string, locale: string) =>
  locale === 'de' || /^\p{Lu}{2}/u.test(word)
    ? word
    : word.charAt(0).toLocaleLowerCase(locale) + word.slice(1);

/** The labels of the interests a member can choose from. */
export const INTEREST_LABELS: Record<Interest, MessageDescriptor> = {
  animals: msg`Animals`,
  art: msg`Art`,
  astrology: msg`Astrology`,
  baking: msg`Baking`,
  beach: msg`Beach`,
  beer: msg`Beer`,
  board_games: msg`Board games`,
  books: msg`Books`,
  camping: msg`Camping`,
  cars: msg`Cars`,
  cats: msg`Cats`,
  cinema: msg`Cinema`,
  climbing: msg`Climbing`,
  coffee: msg`Coffee`,
  concerts: msg`Concerts`,
  cooking: msg`Cooking`,
  cycling: msg`Cycling`,
  dancing: msg`Dancing`,
  diving: msg`Diving`,
  diy: msg`DIY`,
  dogs: msg`Dogs`,
  fashion: msg`Fashion`,
  festivals: msg`Festivals`,
  fitness: msg`Fitness`,
  football: msg`Football`,
  gaming: msg`Gaming`,
  gardening: msg`Gardening`,
  going_out: msg`Going out`,
  hiking: msg`Hiking`,
  history: msg`History`,
  horses: msg`Horses`,
  languages: msg`Languages`,
  massage: msg`Massage`,
  motorcycles: msg`Motorcycles`,
  museums: msg`Museums`,
  music: msg`Music`,
  photography: msg`Photography`,
  restaurants: msg`Restaurants`,
  running: msg`Running`,
  sailing: msg`Sailing`,
  series: msg`Series`,
  sex: msg`Sex`,
  singing: msg`Singing`,
  skiing: msg`Skiing`,
  swimming: msg`Swimming`,
  technology: msg`Technology`,
  tennis: msg`Tennis`,
  theatre: msg`Theatre`,
  travelling: msg`Travelling`,
  volunteering: msg`Volunteering`,
  wellness: msg`Wellness`,
  wine: msg`Wine`,
  yoga: msg`Yoga`,
};

import type { Prompt } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';

/**
 * The product's own profile prompts. Each is a heading or the beginning of a sentence. No
 * language may assume the gender of the member who completes it.
 */
export const PROMPT_TEXTS: Readonly<Record<Prompt, MessageDescriptor>> = {
  simple_pleasures: /*i18n*/ { id: 'prompt.simple_pleasures', message: 'My simple pleasures' },
  perfect_sunday: /*i18n*/ { id: 'prompt.perfect_sunday', message: 'My perfect Sunday' },
  green_flag: /*i18n*/ { id: 'prompt.green_flag', message: 'A green flag I look for' },
  makes_me_laugh: /*i18n*/ { id: 'prompt.makes_me_laugh', message: 'What always makes me laugh' },
  unpopular_opinion: /*i18n*/ { id: 'prompt.unpopular_opinion', message: 'My harmless unpopular opinion' },
  never_say_no: /*i18n*/ { id: 'prompt.never_say_no', message: 'I never say no to' },
  two_truths: /*i18n*/ { id: 'prompt.two_truths', message: 'Two truths and a lie' },
  talk_for_hours: /*i18n*/ { id: 'prompt.talk_for_hours', message: 'I could talk for hours about' },
  first_round: /*i18n*/ { id: 'prompt.first_round', message: 'First round is on me if' },
  together: /*i18n*/ { id: 'prompt.together', message: 'Together, we could' },
  best_dish: /*i18n*/ { id: 'prompt.best_dish', message: 'The one dish I always get right' },
  travel_story: /*i18n*/ { id: 'prompt.travel_story', message: 'My best travel story' },
  hidden_talent: /*i18n*/ { id: 'prompt.hidden_talent', message: 'My least useful talent' },
  sing_along: /*i18n*/ { id: 'prompt.sing_along', message: 'The song I sing too loudly' },
  last_learned: /*i18n*/ { id: 'prompt.last_learned', message: 'The last thing I learned' },
  kindest_thing: /*i18n*/ {
    id: 'prompt.kindest_thing',
    message: 'The kindest thing anyone has done for me',
  },
  my_place: /*i18n*/ { id: 'prompt.my_place', message: 'You’ll know it’s my place because' },
  quietly_proud: /*i18n*/ { id: 'prompt.quietly_proud', message: 'I’m quietly proud of' },
  win_me_over: /*i18n*/ { id: 'prompt.win_me_over', message: 'The way to win me over is' },
  get_along: /*i18n*/ { id: 'prompt.get_along', message: 'We’ll get along if' },
  first_date: /*i18n*/ { id: 'prompt.first_date', message: 'My idea of a good first date' },
  tradition: /*i18n*/ { id: 'prompt.tradition', message: 'A tradition I’ll never give up' },
  bad_at: /*i18n*/ { id: 'prompt.bad_at', message: 'I’m surprisingly bad at' },
  next_on_my_list: /*i18n*/ { id: 'prompt.next_on_my_list', message: 'Next on my list' },
};

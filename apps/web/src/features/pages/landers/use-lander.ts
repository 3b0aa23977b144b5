import { useEffect, useState } from 'react';
import { calendarDay } from '../../../client/calendar-day.ts';
import { useFlag } from '../../../client/flags.ts';
import { useLocale } from '../../../client/language.ts';
import { typedBefore } from '../../../client/served-page.ts';
import { useSettings } from '../../../client/session.ts';
import { addToDraft } from '../../../client/sign-up-draft.ts';
import { draftOf, type LanderAnswers } from './lander-config.ts';
import type { LanderViewProps } from './lander-view.tsx';
import type { LoadedLander } from './load-lander.ts';
import { visitReporter } from './report-visit.ts';

/**
 * The state of a landing page. `begin` opens the sign-up with the e-mail address, after the answers and the lander were
 * put into its draft.
 */
export function useLander(loaded: LoadedLander, begin: (email: string) => void): LanderViewProps {
  const { config, content, country, regions } = loaded;
  const settings = useSettings();
  const locale = useLocale();
  const [email, setEmail] = useState(() => typedBefore('email'));
  const [today] = useState(() => calendarDay(new Date()));
  const [report] = useState(() => visitReporter(content?.tag, locale));
  const [warnedAt] = useFlag('hide-entry-warning');
  useEffect(() => {
    // Two frames later the page is painted: visits of robots without scripts and of hidden tabs are none.
    requestAnimationFrame(() => requestAnimationFrame(() => report('view')));
  }, [report]);
  const start = (answers: LanderAnswers) => {
    addToDraft({ ...draftOf(answers, country), lander: content?.tag });
    report('start');
    begin(email.trim());
  };
  return {
    config,
    settings,
    country,
    regions,
    content,
    today,
    email,
    onEmail: setEmail,
    action: '/signup',
    onStart: start,
    onSwipe: () => report('swipe'),
    isFirstAnswered: config.isEntryQuestion === true && warnedAt !== null,
  };
}

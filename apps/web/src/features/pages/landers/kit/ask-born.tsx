import { checkDateOfBirth } from '@heartline/domain';
import { DateOfBirthField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatLocale } from '../../../../client/format-locale.ts';
import type { Kit } from '../lander-config.ts';
import { AnswerButton } from './choice.tsx';

/** The date of birth. A visitor below the minimum age gets an error. */
export function AskBorn({ kit }: { kit: Kit }) {
  const { t, i18n } = useLingui();
  const [isLeft, setLeft] = useState(false);
  const { settings, answers, answer, today } = kit;
  const { min_age: minAge } = settings;
  const value = answers.dateOfBirth ?? '';
  const fault = checkDateOfBirth(value, today, minAge);
  const error =
    fault === 'UNDER_AGE' ? t`You need to be ${minAge} or over to join.` : t`Enter your date of birth.`;
  const next = () => {
    setLeft(true);
    if (!fault) kit.next();
  };
  return (
    <form
      noValidate
      className="grid max-w-[480px] gap-4 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <DateOfBirthField
        label={t`Date of birth`}
        value={value}
        onChange={(dateOfBirth) => answer({ dateOfBirth })}
        locale={formatLocale(i18n)}
        labels={{ day: t`Day`, month: t`Month`, year: t`Year` }}
        placeholders={{ day: t`DD`, month: t`MM`, year: t`YYYY` }}
        description={t`Others see your age, never your date of birth.`}
        errorMessage={isLeft && fault ? error : undefined}
      />
      <div>
        <AnswerButton kit={kit} isMain onPress={next}>
          <Trans>Continue</Trans>
        </AnswerButton>
      </div>
    </form>
  );
}

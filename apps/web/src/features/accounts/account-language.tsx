import { LOCALES, type Locale } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import { SelectField, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import { changeLanguage, useLocale } from '../../client/language.ts';
import { useMember } from '../../client/session.ts';

/** The language of mails and notifications. Also that of the site, unless this browser has chosen another one. */
export function AccountLanguage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const shown = LANGUAGES[useLocale()];
  const { language } = useMember();
  const isOther = shown !== LANGUAGES[language];
  const change = (next: string) => {
    changeLanguage(next as Locale).catch((error: unknown) =>
      showToast({ title: errorTextOf(error), tone: 'error' }),
    );
  };
  return (
    <div className="max-w-narrow">
      <SelectField
        label={t`Language of the site, e-mails and notifications`}
        name="language"
        value={language}
        description={isOther && t`This browser shows the site in: ${shown}`}
        onChange={change}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
      />
    </div>
  );
}

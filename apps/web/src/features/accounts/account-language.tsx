import { LOCALES, type Locale } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import { SelectField, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import { changeLanguage, useLocale } from '../../client/language.ts';

/** The language of the pages, and of mails and notifications. */
export function AccountLanguage() {
  const { t } = useLingui();
  const say = useErrorMessage();
  const locale = useLocale();
  const change = (next: string) => {
    changeLanguage(next as Locale).catch((error: unknown) => showToast({ title: say(error), tone: 'error' }));
  };
  return (
    <div className="max-w-narrow">
      <SelectField
        label={t`Language of pages, mails and notifications`}
        name="language"
        value={locale}
        onChange={change}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
      />
    </div>
  );
}

import { LOCALES, type Locale } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import { Page, PageHeader, RadioGroup, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { changeLanguage, useLocale } from '../../client/language.ts';
import { CountryField } from './country-field.tsx';

/** All seven languages, each by its own name. */
export function LanguagePage() {
  const { t } = useLingui();
  const current = useLocale();
  const errorTextOf = useErrorMessage();
  useDocumentTitle(t`Language`);
  const choose = async (locale: Locale) => {
    try {
      await changeLanguage(locale);
    } catch (error) {
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  return (
    <Page width="narrow">
      <PageHeader
        title={t`Language`}
        description={t`For this site and for the e-mails and notifications we send you.`}
      />
      <RadioGroup
        label={t`Language`}
        isLabelHidden
        value={current}
        onChange={(locale) => void choose(locale)}
        variant="rows"
        options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGES[locale] }))}
      />
      <div className="mt-8">
        <CountryField />
      </div>
    </Page>
  );
}

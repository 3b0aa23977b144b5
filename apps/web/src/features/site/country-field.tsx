import { CONSTANTS, type PublicSettings } from '@heartline/contracts';
import { SelectField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { languageFromCookie, languageOfVisit, showLanguage, useLocale } from '../../client/language.ts';
import { queryClient, settingsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { writeCookie } from '../../client/storage.ts';
import { useCountryName } from '../../people/country-name.ts';

const COOKIE_SECONDS = CONSTANTS.languageCookieDays * 24 * 60 * 60;

/** The visitor's country, if their address suggests another one. It decides the offered languages and the prices. */
export function CountryField() {
  const { t } = useLingui();
  const settings = useSettings();
  const nameOf = useCountryName();
  const { compare } = new Intl.Collator(useLocale());
  const options = settings.countries
    .map((country) => ({ value: country, label: nameOf(country) }))
    .sort((a, b) => compare(a.label, b.label));
  return (
    <SelectField
      label={t`Country`}
      description={t`Decides which languages come first and which currency you see.`}
      value={countryOf(settings)}
      placeholder={t`Another country`}
      options={options}
      onChange={(country) => void selectCountry(country).catch(() => undefined)}
    />
  );
}

function countryOf(settings: PublicSettings): string {
  const country = settings.geoip_selected_country ?? settings.geoip_country ?? '';
  return settings.countries.includes(country) ? country : '';
}

/** Stores the choice and reloads the settings. A visitor who chose no language gets that of the country. */
async function selectCountry(country: string): Promise<void> {
  writeCookie(`${CONSTANTS.countryCookie}=${country}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`);
  const settings = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
  if (!languageFromCookie()) await showLanguage(languageOfVisit(settings));
}

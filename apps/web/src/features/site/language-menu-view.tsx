import { LOCALES, type Locale, type PublicSettings } from '@heartline/contracts';
import { LANGUAGES, offeredLocales, supportedLocale } from '@heartline/i18n';
import { Menu, type MenuItem } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Globe } from 'lucide-react';

export interface LanguageMenuViewProps {
  settings: Pick<PublicSettings, 'geoip_country' | 'geoip_selected_country'>;
  onChoose: (locale: Locale) => void;
}

/** The languages offered in the visitor's country (S9), and the link to the others. */
export function LanguageMenuView({ settings, onChoose }: LanguageMenuViewProps) {
  const { t, i18n } = useLingui();
  const current = supportedLocale(i18n.locale) ?? 'en';
  const offered = offeredLocales(settings.geoip_selected_country ?? settings.geoip_country);
  const items: MenuItem[] = offered.map((locale) => ({
    id: locale,
    label: LANGUAGES[locale],
    lang: locale,
    isSelected: locale === current,
    onPress: () => onChoose(locale),
  }));
  if (offered.length < LOCALES.length)
    items.push({ id: 'all', label: t`All languages`, href: '/lang-config', startsGroup: true });
  return (
    <Menu label={t`Language: ${LANGUAGES[current]}`} items={items}>
      <Globe className="size-5" aria-hidden />
      <span className="text-sm font-semibold uppercase max-xs:hidden">{current}</span>
    </Menu>
  );
}

import { LOCALES } from '@heartline/contracts';
import { LANGUAGES, offeredLocales } from '@heartline/i18n';
import { Menu, type MenuItem } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Globe } from 'lucide-react';
import { useLocale } from '../../client/language.ts';
import { useSettings } from '../../client/session.ts';
import { useLanguageSwitch } from '../../client/use-language-switch.ts';

/** The languages offered in the visitor's country (S9), and the link to the others. */
export function LanguageMenu() {
  const { t } = useLingui();
  const settings = useSettings();
  const current = useLocale();
  const switchTo = useLanguageSwitch();
  const offered = offeredLocales(settings.geoip_selected_country ?? settings.geoip_country);
  const items: MenuItem[] = offered.map((locale) => ({
    id: locale,
    label: LANGUAGES[locale],
    lang: locale,
    isSelected: locale === current,
    onPress: () => void switchTo(locale).catch(() => undefined),
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

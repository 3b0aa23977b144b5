import { useSettings } from '../../client/session.ts';
import { useLanguageSwitch } from '../../client/use-language-switch.ts';
import { LanguageMenuView } from './language-menu-view.tsx';

/** The menu of languages in the bar. */
export function LanguageMenu() {
  const settings = useSettings();
  const switchTo = useLanguageSwitch();
  return (
    <LanguageMenuView
      settings={settings}
      onChoose={(locale) => void switchTo(locale).catch(() => undefined)}
    />
  );
}

import type { Locale } from '@heartline/contracts';
import { useRouter } from '@tanstack/react-router';
import { moveToLanguage } from './address-language.ts';
import { changeLanguage } from './language.ts';

/** Changes the language, as `changeLanguage` does. A page for visitors moves to its address in that language. */
export function useLanguageSwitch(): (locale: Locale) => Promise<void> {
  const router = useRouter();
  return async (locale) => {
    await changeLanguage(locale);
    const { pathname, searchStr, hash, state } = router.latestLocation;
    const address = moveToLanguage(pathname, locale);
    if (address) router.history.replace(`${address}${searchStr}${hash && `#${hash}`}`, state);
  };
}

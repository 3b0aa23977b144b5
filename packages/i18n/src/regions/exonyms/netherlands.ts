import type { RegionNames } from './region-names.ts';

export const NETHERLANDS: RegionNames = {
  FR: { es: 'Frisia', fr: 'Frise', it: 'Frisia', pl: 'Fryzja' },
  GE: { es: 'Güeldres', fr: 'Gueldre', it: 'Gheldria', pl: 'Geldria' },
  GR: { es: 'Groninga', fr: 'Groningue', it: 'Groninga' },
  LI: { es: 'Limburgo', fr: 'Limbourg', it: 'Limburgo', pl: 'Limburgia' },
  NB: {
    en: 'North Brabant',
    de: 'Nordbrabant',
    es: 'Brabante Septentrional',
    fr: 'Brabant-Septentrional',
    it: 'Brabante Settentrionale',
    pl: 'Brabancja Północna',
  },
  NH: {
    en: 'North Holland',
    de: 'Nordholland',
    es: 'Holanda Septentrional',
    fr: 'Hollande-Septentrionale',
    it: 'Olanda Settentrionale',
    pl: 'Holandia Północna',
  },
  ZE: { de: 'Seeland', es: 'Zelanda', fr: 'Zélande', it: 'Zelanda', pl: 'Zelandia' },
  ZH: {
    en: 'South Holland',
    de: 'Südholland',
    es: 'Holanda Meridional',
    fr: 'Hollande-Méridionale',
    it: 'Olanda Meridionale',
    pl: 'Holandia Południowa',
  },
};

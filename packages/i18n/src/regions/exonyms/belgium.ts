import type { RegionNames } from './region-names.ts';

export const BELGIUM: RegionNames = {
  BRU: { en: 'Brussels', de: 'Brüssel', es: 'Bruselas', fr: 'Bruxelles', it: 'Bruxelles', pl: 'Bruksela' },
  VAN: { en: 'Antwerp', es: 'Amberes', fr: 'Anvers', it: 'Anversa', pl: 'Antwerpia' },
  VBR: {
    en: 'Flemish Brabant',
    de: 'Flämisch-Brabant',
    es: 'Brabante Flamenco',
    fr: 'Brabant flamand',
    it: 'Brabante Fiammingo',
    pl: 'Brabancja Flamandzka',
  },
  VLI: { es: 'Limburgo', fr: 'Limbourg', it: 'Limburgo', pl: 'Limburgia' },
  VOV: {
    en: 'East Flanders',
    de: 'Ostflandern',
    es: 'Flandes Oriental',
    fr: 'Flandre-Orientale',
    it: 'Fiandre Orientali',
    pl: 'Flandria Wschodnia',
  },
  VWV: {
    en: 'West Flanders',
    de: 'Westflandern',
    es: 'Flandes Occidental',
    fr: 'Flandre-Occidentale',
    it: 'Fiandre Occidentali',
    pl: 'Flandria Zachodnia',
  },
  WBR: {
    en: 'Walloon Brabant',
    nl: 'Waals-Brabant',
    de: 'Wallonisch-Brabant',
    es: 'Brabante Valón',
    it: 'Brabante Vallone',
    pl: 'Brabancja Walońska',
  },
  WHT: { nl: 'Henegouwen', de: 'Hennegau', es: 'Henao' },
  WLG: { nl: 'Luik', de: 'Lüttich', es: 'Lieja', it: 'Liegi' },
  WLX: { nl: 'Luxemburg', de: 'Luxemburg', es: 'Luxemburgo', it: 'Lussemburgo', pl: 'Luksemburg' },
  WNA: { nl: 'Namen' },
};

import type { RegionNames } from './region-names.ts';

export const BELGIUM: RegionNames = {
  BRU: { nl: 'Brussel', de: 'Brüssel', es: 'Bruselas', fr: 'Bruxelles', it: 'Bruxelles', pl: 'Bruksela' },
  VLG: { nl: 'Vlaanderen', de: 'Flandern', es: 'Flandes', fr: 'Flandre', it: 'Fiandre', pl: 'Flandria' },
  WAL: { nl: 'Wallonië', de: 'Wallonien', es: 'Valonia', fr: 'Wallonie', it: 'Vallonia', pl: 'Walonia' },
};

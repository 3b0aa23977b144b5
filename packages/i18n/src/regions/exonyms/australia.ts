import type { RegionNames } from './region-names.ts';

export const AUSTRALIA: RegionNames = {
  NSW: {
    nl: 'Nieuw-Zuid-Wales',
    es: 'Nueva Gales del Sur',
    fr: 'Nouvelle-Galles du Sud',
    it: 'Nuovo Galles del Sud',
    pl: 'Nowa Południowa Walia',
  },
  SA: {
    nl: 'Zuid-Australië',
    de: 'Südaustralien',
    es: 'Australia Meridional',
    fr: 'Australie-Méridionale',
    it: 'Australia Meridionale',
    pl: 'Australia Południowa',
  },
  WA: {
    nl: 'West-Australië',
    de: 'Westaustralien',
    es: 'Australia Occidental',
    fr: 'Australie-Occidentale',
    it: 'Australia Occidentale',
    pl: 'Australia Zachodnia',
  },
  TAS: { nl: 'Tasmanië', de: 'Tasmanien', fr: 'Tasmanie' },
  VIC: { pl: 'Wiktoria' },
  NT: {
    nl: 'Noordelijk Territorium',
    es: 'Territorio del Norte',
    fr: 'Territoire du Nord',
    it: 'Territorio del Nord',
    pl: 'Terytorium Północne',
  },
  ACT: {
    es: 'Territorio de la Capital Australiana',
    fr: 'Territoire de la capitale australienne',
    it: 'Territorio della Capitale Australiana',
  },
};

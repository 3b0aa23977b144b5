import type { RegionNames } from './region-names.ts';

export const AUSTRIA: RegionNames = {
  2: { en: 'Carinthia', nl: 'Karinthië', es: 'Carintia', fr: 'Carinthie', it: 'Carinzia', pl: 'Karyntia' },
  3: {
    en: 'Lower Austria',
    nl: 'Neder-Oostenrijk',
    es: 'Baja Austria',
    fr: 'Basse-Autriche',
    it: 'Bassa Austria',
    pl: 'Dolna Austria',
  },
  4: {
    en: 'Upper Austria',
    nl: 'Opper-Oostenrijk',
    es: 'Alta Austria',
    fr: 'Haute-Autriche',
    it: 'Alta Austria',
    pl: 'Górna Austria',
  },
  5: { es: 'Salzburgo', fr: 'Salzbourg', it: 'Salisburgo' },
  6: { en: 'Styria', nl: 'Stiermarken', es: 'Estiria', fr: 'Styrie', it: 'Stiria', pl: 'Styria' },
  7: { en: 'Tyrol', fr: 'Tyrol', it: 'Tirolo', pl: 'Tyrol' },
  9: { en: 'Vienna', nl: 'Wenen', es: 'Viena', fr: 'Vienne', it: 'Vienna', pl: 'Wiedeń' },
};

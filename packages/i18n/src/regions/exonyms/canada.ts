import type { RegionNames } from './region-names.ts';

export const CANADA: RegionNames = {
  BC: {
    nl: 'Brits-Columbia',
    es: 'Columbia Británica',
    fr: 'Colombie-Britannique',
    it: 'Columbia Britannica',
    pl: 'Kolumbia Brytyjska',
  },
  QC: { de: 'Québec', fr: 'Québec', it: 'Québec' },
  NB: { es: 'Nuevo Brunswick', fr: 'Nouveau-Brunswick', it: 'Nuovo Brunswick', pl: 'Nowy Brunszwik' },
  NL: {
    nl: 'Newfoundland en Labrador',
    de: 'Neufundland und Labrador',
    es: 'Terranova y Labrador',
    fr: 'Terre-Neuve-et-Labrador',
    it: 'Terranova e Labrador',
    pl: 'Nowa Fundlandia i Labrador',
  },
  NS: {
    de: 'Neuschottland',
    es: 'Nueva Escocia',
    fr: 'Nouvelle-Écosse',
    it: 'Nuova Scozia',
    pl: 'Nowa Szkocja',
  },
  PE: {
    nl: 'Prins Edwardeiland',
    es: 'Isla del Príncipe Eduardo',
    fr: 'Île-du-Prince-Édouard',
    it: 'Isola del Principe Edoardo',
    pl: 'Wyspa Księcia Edwarda',
  },
  NT: {
    de: 'Nordwest-Territorien',
    es: 'Territorios del Noroeste',
    fr: 'Territoires du Nord-Ouest',
    it: 'Territori del Nord-Ovest',
    pl: 'Terytoria Północno-Zachodnie',
  },
  YT: { pl: 'Jukon' },
};

import { AUSTRALIA } from './exonyms/australia.ts';
import { AUSTRIA } from './exonyms/austria.ts';
import { BELGIUM } from './exonyms/belgium.ts';
import { CANADA } from './exonyms/canada.ts';
import { FRANCE } from './exonyms/france.ts';
import { GERMANY } from './exonyms/germany.ts';
import { ITALY } from './exonyms/italy.ts';
import { NETHERLANDS } from './exonyms/netherlands.ts';
import { POLAND } from './exonyms/poland.ts';
import type { RegionNames } from './exonyms/region-names.ts';
import { SPAIN } from './exonyms/spain.ts';
import { SWITZERLAND } from './exonyms/switzerland.ts';
import { UNITED_STATES } from './exonyms/united-states.ts';

/** Names of regions by country, in languages that have their own. All others use the local name. */
export const EXONYMS: Partial<Record<string, RegionNames>> = {
  NL: NETHERLANDS,
  BE: BELGIUM,
  DE: GERMANY,
  AT: AUSTRIA,
  CH: SWITZERLAND,
  FR: FRANCE,
  IT: ITALY,
  ES: SPAIN,
  PL: POLAND,
  CA: CANADA,
  US: UNITED_STATES,
  AU: AUSTRALIA,
};

import { useSettings } from '../../../client/session.ts';
import { type CountrySwitchProps, CountrySwitchView } from './country-switch-view.tsx';

/** Chooses a country of the site. Currency and ways to pay follow it. */
export function CountrySwitch(props: CountrySwitchProps) {
  const { countries } = useSettings();
  return <CountrySwitchView countries={countries} {...props} />;
}

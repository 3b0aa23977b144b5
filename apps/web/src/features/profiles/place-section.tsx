import { CITY_LENGTH } from '@heartline/contracts';
import { cleanCity } from '@heartline/domain';
import { Button, classNames, SelectField, TextField } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, LocateFixed, MapPinCheck } from 'lucide-react';
import { useState } from 'react';
import { useFieldMessage } from '../../client/error-message.ts';
import { useLocale } from '../../client/language.ts';
import { regionsQuery } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useCountryName } from '../../people/country-name.ts';
import { useRegionLabel } from '../../people/region-label.ts';
import { type GeolocationState, useGeolocation } from '../../people/use-geolocation.ts';
import { useTypedText } from './own-fields.tsx';
import type { OwnProfileForm } from './own-profile-state.ts';
import { useShown } from './shown-fields.ts';

interface PlaceProps {
  form: OwnProfileForm;
}

/** Country, region and town, by hand or from the device's position. */
export function PlaceSection({ form }: PlaceProps) {
  const { shows } = useShown();
  const [chosen, setChosen] = useState<string>();
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
      <CountryAndRegion {...{ form, chosen, setChosen }} />
      {shows('city') && <CityField form={form} />}
      <GeolocationButton form={form} onFound={() => setChosen(undefined)} />
    </div>
  );
}

interface CountryProps extends PlaceProps {
  chosen: string | undefined;
  setChosen: (country: string | undefined) => void;
}

/** Another country is saved only with its region: one without the other is no place. */
function CountryAndRegion({ form: { profile, change, failure }, chosen, setChosen }: CountryProps) {
  const { t } = useLingui();
  const { noteOf } = useShown();
  const message = useFieldMessage();
  const regionWord = useRegionLabel();
  const countryName = useCountryName();
  const { countries } = useSettings();
  const { compare } = new Intl.Collator(useLocale());
  const regions = useQuery(regionsQuery).data ?? [];
  const country = chosen ?? profile.country;
  const offered = [...new Set([...countries, profile.country])];
  return (
    <>
      <SelectField
        label={t`Country`}
        name="country"
        autoComplete="country"
        value={country}
        onChange={(value) => setChosen(value === profile.country ? undefined : value)}
        options={offered
          .map((value) => ({ value, label: countryName(value) }))
          .sort((a, b) => compare(a.label, b.label))}
        description={noteOf('country')}
        errorMessage={message(failure?.fields.country)}
      />
      <SelectField
        label={regionWord(country)}
        name="region"
        placeholder={t`Choose…`}
        value={chosen ? '' : profile.region}
        onChange={(region) => {
          setChosen(undefined);
          // The town of another country does not fit.
          change({ country, region, ...(country !== profile.country && { city: null }) });
        }}
        options={regions
          .filter((region) => region.country === country)
          .map(({ code, name }) => ({ value: code, label: name }))}
        description={chosen ? t`Choose this too to save your location.` : noteOf('region')}
        errorMessage={message(failure?.fields.region)}
      />
    </>
  );
}

function CityField({ form: { profile, change, failure, unreached } }: PlaceProps) {
  const { t } = useLingui();
  const { noteOf } = useShown();
  const message = useFieldMessage();
  const text = useTypedText(profile.city ?? '', {
    save: (city) => change({ city }),
    clean: cleanCity,
    isUnreached: unreached.includes('city'),
  });
  return (
    <TextField
      {...text}
      label={t`City`}
      name="city"
      autoComplete="address-level2"
      maxLength={CITY_LENGTH}
      description={noteOf('city')}
      errorMessage={message(failure?.fields.city)}
    />
  );
}

const ICONS = { error: CircleAlert, active: MapPinCheck, idle: LocateFixed };
const LOOKS = { error: 'border-danger text-danger', active: 'border-leaf bg-leaf-soft text-leaf', idle: '' };

/** True when the found town is the one on the profile. */
function isTownOf(town: GeolocationState['geocode'], { city }: OwnProfileForm['profile']): boolean {
  return town !== undefined && town !== false && town.city === city;
}

/** Asks the device for its position, once per press. Idle, running, found, or failed with the reason. */
function GeolocationButton({ form: { profile, change }, onFound }: PlaceProps & { onFound: () => void }) {
  const { t } = useLingui();
  const { permission, geocode, isLocating, locate } = useGeolocation();
  const [isAsked, setAsked] = useState(false);
  const press = async () => {
    setAsked(true);
    const town = await locate();
    if (!town) return;
    onFound();
    change({ country: town.country, region: town.region, city: town.city });
  };
  const isFailed = isAsked && !isLocating && geocode === false;
  const isFound = !isFailed && isTownOf(geocode, profile);
  const state = isFailed ? 'error' : isFound ? 'active' : 'idle';
  const Icon = ICONS[state];
  return (
    <div className="sm:pt-6.5" data-state={state}>
      <Button
        isFullWidth
        isPending={isLocating}
        aria-pressed={isFound}
        aria-describedby="geolocation-note"
        onPress={() => void press()}
        icon={<Icon className="size-5" aria-hidden />}
        className={classNames('min-h-12', LOOKS[state])}
      >
        {isFound ? t`Your location is set` : t`Use my location`}
      </Button>
      <p
        id="geolocation-note"
        role="status"
        className={classNames('min-h-6 pt-1.5 text-sm', isFailed ? 'font-medium text-danger' : 'text-ink-2')}
      >
        {isFailed ? <Reason permission={permission} /> : t`We only store the town.`}
      </p>
    </div>
  );
}

function Reason({ permission }: Pick<ReturnType<typeof useGeolocation>, 'permission'>) {
  const { t } = useLingui();
  if (permission === 'unsupported') return t`This browser can’t find your location. Choose it above.`;
  if (permission === 'denied') {
    return t`Your browser is blocking location access. Allow it in the address bar, or choose your location above.`;
  }
  return t`We couldn’t find your location. Choose it above.`;
}

import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { LocateFixed } from 'lucide-react';
import { useSettings } from '../../client/session.ts';
import { useGeolocation } from '../../people/use-geolocation.ts';
import type { useSignUp } from './use-sign-up.ts';

/** Fills in country, region and town from the device's position, on a press. */
export function LocateButton({ form }: { form: ReturnType<typeof useSignUp> }) {
  const { countries } = useSettings();
  const { permission, geocode, isLocating, locate } = useGeolocation();
  if (permission === 'unsupported') return null;
  const fill = async () => {
    const town = await locate();
    if (town && countries.includes(town.country)) form.answer(town);
  };
  const isElsewhere = geocode && !countries.includes(geocode.country);
  return (
    <div className="mb-4">
      <Button
        isPending={isLocating}
        isDisabled={permission === 'denied'}
        onPress={() => void fill()}
        icon={<LocateFixed className="size-5" aria-hidden />}
      >
        <Trans>Use my location</Trans>
      </Button>
      <p role="status" className="min-h-6 pt-1.5 text-sm text-ink-2">
        {permission === 'denied' && <Trans>Your browser didn’t share your location. Enter it below.</Trans>}
        {permission !== 'denied' && (geocode === false || isElsewhere) && (
          <Trans>We couldn’t find your location. Enter it below.</Trans>
        )}
      </p>
    </div>
  );
}

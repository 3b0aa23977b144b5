import { CONSTANTS, type GeocodeResult, geocode } from '@heartline/contracts';
import { useEffect, useState } from 'react';
import { call } from '../client/api.ts';
import { sessionStore } from '../client/storage.ts';

/**
 * The town this device is in: whether the browser may be asked, and the server's answer. The position is rounded to
 * about a kilometre, sent once and never stored.
 */
export interface GeolocationState {
  /** `unsupported` and `unknown`, or the browser's value (S3-186 to S3-188). */
  permission: 'unsupported' | 'unknown' | PermissionState;
  /** The town; false when the request failed (S8-038); undefined before any request. */
  geocode: GeocodeResult | false | undefined;
}

const STORE = 'geolocation';

/** Stores the state for this window: the town, never the position. */
function store(state: GeolocationState): void {
  sessionStore.set(STORE, JSON.stringify(state));
}

function stored(): GeolocationState['geocode'] {
  return (sessionStore.getJson(STORE) as Partial<GeolocationState> | undefined)?.geocode;
}

async function askPermission(): Promise<PermissionStatus | 'unsupported' | 'unknown'> {
  if (!('geolocation' in navigator) || !navigator.geolocation) return 'unsupported';
  if (!('permissions' in navigator) || !navigator.permissions) return 'unknown';
  return navigator.permissions.query({ name: 'geolocation' }).catch(() => 'unknown' as const);
}

function positionNow(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      maximumAge: CONSTANTS.geolocationCacheMs,
      timeout: 20_000,
      enableHighAccuracy: false,
    });
  });
}

/** A kilometre is precise enough to find a town, and nothing more precise leaves the device. */
const coarse = (degrees: number) => degrees.toFixed(2);

/** The state, whether it is being determined, and the function that asks. */
export function useGeolocation() {
  const [state, setState] = useState<GeolocationState>(() => ({ permission: 'unknown', geocode: stored() }));
  const [isLocating, setLocating] = useState(false);
  useEffect(() => store(state), [state]);
  useEffect(() => followPermission((permission) => setState((now) => ({ ...now, permission }))), []);
  const locate = async (): Promise<GeocodeResult | false> => {
    setLocating(true);
    const town = await findTown();
    setState((now) => ({ ...now, geocode: town }));
    setLocating(false);
    return town;
  };
  return { ...state, isLocating, locate };
}

/** Reports the permission now and whenever it changes. Returns the unsubscribe function. */
function followPermission(notify: (permission: GeolocationState['permission']) => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  const onChange = () => status && notify(status.state);
  void askPermission().then((answer) => {
    if (isOver) return;
    if (typeof answer === 'string') return notify(answer);
    status = answer;
    status.addEventListener('change', onChange);
    notify(status.state);
  });
  return () => {
    isOver = true;
    status?.removeEventListener('change', onChange);
  };
}

async function findTown(): Promise<GeocodeResult | false> {
  try {
    const { coords } = await positionNow();
    const point = { lat: coarse(coords.latitude), lon: coarse(coords.longitude) };
    return (await call(geocode, point)).geocode;
  } catch {
    return false;
  }
}

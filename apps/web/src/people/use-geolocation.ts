import { CONSTANTS, type GeocodeResult, geocode } from '@heartline/contracts';
import { useEffect, useState } from 'react';
import { call } from '../client/api.ts';
import { sessionStore } from '../client/storage.ts';

/**
 * Where this device is, as a town: whether the browser may be asked, and what the server made of the last answer.
 * The point itself is rounded to about a kilometre, sent once and kept nowhere.
 */
export interface GeolocationState {
  /** `unsupported` and `unknown`, or what the browser says (S3-186 to S3-188). */
  permission: 'unsupported' | 'unknown' | PermissionState;
  /** The town; false when asking for it failed (S8-038); undefined while nobody asked. */
  geocode: GeocodeResult | false | undefined;
}

const STORE = 'geolocation';

/** Keeps the state for this window: the town, never the point. */
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

/** A kilometre is enough to find a town, and all that leaves the device. */
const coarse = (degrees: number) => degrees.toFixed(2);

/** The state, whether it is being found out, and the way to ask. */
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

/** Tells the permission now and whenever it changes. Returns how to stop. */
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

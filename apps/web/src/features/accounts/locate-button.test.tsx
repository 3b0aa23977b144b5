// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LocateButton } from './locate-button.tsx';
import { readDraft, readPlace } from './sign-up-draft.ts';
import { useSignUp } from './use-sign-up.ts';

type Form = ReturnType<typeof useSignUp>;

function Page({ onDrawn }: { onDrawn: (form: Form) => void }) {
  const form = useSignUp('', undefined);
  onDrawn(form);
  return form.step === 2 ? <LocateButton form={form} /> : null;
}

it('changes no answer given before the place was found', async () => {
  let form = undefined as unknown as Form;
  let found: PositionCallback = () => {};
  vi.stubGlobal('navigator', {
    onLine: true,
    geolocation: { getCurrentPosition: (done: PositionCallback) => (found = done) },
  });
  const geocode = { country: 'NL', region: 'NH', city: 'Haarlem' };
  vi.stubGlobal('fetch', async () => Response.json({ geocode }));
  renderPage(<Page onDrawn={(drawn) => (form = drawn)} />, {
    settings: { min_age: 18, name: 'Heartline', countries: ['NL'] },
  });
  act(() => form.reach(2));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Use my location' });
  await expect.poll(() => button.disabled).toBe(false);
  fireEvent.click(button);
  act(() => form.answer({ country: 'NL' }));
  expect(form.answers.country).toBe('NL');
  act(() => form.reach(3));
  expect(form.step).toBe(3);
  act(() => form.answer({ body_type: 'slim' }));
  expect(form.answers.body_type).toBe('slim');
  found({ coords: { latitude: 52.4, longitude: 4.6 } } as GeolocationPosition);
  await expect.poll(() => form.answers.city).toBe('Haarlem');
  expect(form.answers).toMatchObject({ ...geocode, body_type: 'slim' });
  expect(readDraft()).toMatchObject({ ...geocode, body_type: 'slim' });
  expect(readPlace().step).toBe(3);
});

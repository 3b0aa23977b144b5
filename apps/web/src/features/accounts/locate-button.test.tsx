// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { LocateButton } from './locate-button.tsx';
import { readDraft, readPlace } from './sign-up-draft.ts';
import { useSignUp } from './use-sign-up.ts';

type Form = ReturnType<typeof useSignUp>;

function Page({ onDrawn }: { onDrawn: (form: Form) => void }) {
  const form = useSignUp('', undefined);
  onDrawn(form);
  return form.step === 2 ? <LocateButton form={form} /> : null;
}

it('a place that is found once its owner went on changes nothing they answered since', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { min_age: 18, name: 'Heartline', countries: ['NL'] });
  let form = undefined as unknown as Form;
  let found: PositionCallback = () => {};
  vi.stubGlobal('navigator', {
    onLine: true,
    geolocation: { getCurrentPosition: (done: PositionCallback) => (found = done) },
  });
  const geocode = { country: 'NL', region: 'NH', city: 'Haarlem' };
  vi.stubGlobal('fetch', async () => Response.json({ geocode }));
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Page onDrawn={(drawn) => (form = drawn)} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await vi.waitUntil(() => form);
  form.reach(2);
  const button = await vi.waitUntil(() => document.querySelector('button'));
  await expect.poll(() => button.disabled).toBe(false);
  button.click();
  form.answer({ country: 'NL' });
  await expect.poll(() => form.answers.country).toBe('NL');
  form.reach(3);
  await expect.poll(() => form.step).toBe(3);
  form.answer({ body_type: 'slim' });
  await expect.poll(() => form.answers.body_type).toBe('slim');
  found({ coords: { latitude: 52.4, longitude: 4.6 } } as GeolocationPosition);
  await expect.poll(() => form.answers.city).toBe('Haarlem');
  expect(form.answers).toMatchObject({ ...geocode, body_type: 'slim' });
  expect(readDraft()).toMatchObject({ ...geocode, body_type: 'slim' });
  expect(readPlace().step).toBe(3);
});

// @vitest-environment happy-dom
import { periodsOf } from '@heartline/domain';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { SpentTable } from './spent-table.tsx';

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const nothing = { credits: 0, money: [] };
const spendingIn = (zone: string) => ({
  limits: { day: 5_000, week: null, month: null },
  rises: { day: null, week: null, month: null },
  pausedUntil: null,
  pauseEnds: null,
  spent: { day: { ...nothing, credits: 1_200 }, week: nothing, month: nothing },
  zone,
});

it('writes numbers as the page does, and says when a day begins that counts in another zone', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const wordsIn = async (zone: string) => {
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <SpentTable spending={spendingIn(zone)} />
        </I18nProvider>,
      ),
    );
    return document.body.textContent;
  };
  expect(await wordsIn(here)).not.toContain('your time');
  expect(document.querySelector('tbody tr')?.textContent).toBe('Today1,2005,000–');
  const said = await wordsIn('Asia/Kathmandu');
  const [, hours, minutes] = /begin here at (\d\d):(\d\d), your time/.exec(said) ?? [];
  const begins = new Date().setHours(Number(hours), Number(minutes), 0, 0);
  const days = [begins - 1, begins].map((at) => periodsOf('Asia/Kathmandu', at).day);
  expect(days[0]).not.toBe(days[1]);
});

// @vitest-environment happy-dom
import type { Notifications } from '@heartline/contracts';
import { DEFAULT_NOTIFICATIONS, emailSources } from '@heartline/domain';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { applyChange, type SettingsChange } from './apply-change.ts';
import { DisabledMailAlert } from './mail-off.tsx';
import { NotificationsPage } from './notifications-page.tsx';

const WRONG = 'Something went wrong, please contact customer service for help.';
const MAIL_OFF = 'We only e-mail you about your account';

/** The stored settings, and the changes sent to the server. An integration test proves that it stores each of them. */
let stored: Notifications;
let sent: unknown[];
let isRefusing: boolean;

/** Opens the settings page of a member who gets no mail for these reasons. */
async function open(reasons: Notifications['notifications_disabled'] = []) {
  const settings = structuredClone(DEFAULT_NOTIFICATIONS);
  stored = {
    settings,
    email_sources: emailSources(settings, 'hello@heartline.example'),
    notifications_disabled: reasons,
  };
  [sent, isRefusing] = [[], false];
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, body = '{}' }: { method?: string; body?: string } = {}) => {
      if (!path.includes('notifications.php')) return Response.json({});
      if (!method || method === 'GET') return Response.json(stored);
      if (isRefusing) return Response.json({}, { status: 500 });
      const change = JSON.parse(body) as SettingsChange;
      sent.push(change);
      stored = method === 'PUT' ? applyChange(stored, change) : { ...stored, notifications_disabled: [] };
      return Response.json(stored);
    },
  );
  addMember(reasons);
  const slots = { PrivacySettings: () => null } as unknown as Slots;
  renderPage(
    <SlotsProvider value={slots}>
      <NotificationsPage />
    </SlotsProvider>,
    { settings: {}, hasNotices: true },
  );
  await screen.findByRole('table');
}

function addMember(reasons: Notifications['notifications_disabled']): void {
  const user = { id: 'mara', status: 'active', email: 'mara@mail.example', notifications_disabled: reasons };
  queryClient.setQueryData(keys.user, { user, version: { epoch: 'e', n: 1 } });
}

const control = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement;

describe('the settings page', () => {
  it.each([
    ['S3-190', 'new_conversations'],
    ['S3-191', 'new_messages'],
    ['S3-192', 'like'],
    ['S3-193', 'unread_message_reminders'],
    ['S3-194', 'promotions'],
    ['S3-195', 'weekly_updates'],
    ['S3-196', 'news'],
    ['S3-197', 'reminders'],
  ] as const)('%s saves %s, by push and by mail', async (_row, type) => {
    await open();
    for (const channel of ['push', 'email'] as const) {
      const before = DEFAULT_NOTIFICATIONS[channel][type];
      expect(control(`${channel}.${type}`).checked).toBe(before);
      fireEvent.click(control(`${channel}.${type}`));
      await expect.poll(() => sent.at(-1)).toEqual({ [channel]: { [type]: !before } });
      await expect.poll(() => control(`${channel}.${type}`).checked).toBe(!before);
    }
    expect(sent).toHaveLength(2);
  });

  it('lists sources of mails; one press turns a source off [S2-052]', async () => {
    await open();
    const list = screen.getByRole('region', { name: 'E-mails from us' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    within(list).getByText('Always');
    const types = ['promotions', 'weekly_updates', 'news'];
    fireEvent.click(control('source.offers'));
    const turned = !DEFAULT_NOTIFICATIONS.email.news;
    await expect
      .poll(() => types.map((type) => control(`email.${type}`).checked))
      .toEqual(types.map(() => turned));
    fireEvent.click(control('source.offers'));
    await expect
      .poll(() => types.map((type) => control(`email.${type}`).checked))
      .toEqual(types.map(() => !turned));
    expect(sent).toHaveLength(2);
  });

  it('resets a switch and says why when the server refuses', async () => {
    await open();
    isRefusing = true;
    fireEvent.click(control('push.like'));
    await screen.findByText(WRONG);
    await expect.poll(() => control('push.like').checked).toBe(DEFAULT_NOTIFICATIONS.push.like);
  });

  it('turns mail on again', async () => {
    await open(['fbl', 'bounce']);
    await screen.findByText(MAIL_OFF);
    fireEvent.click(screen.getByRole('button', { name: 'Turn e-mails back on' }));
    await screen.findByText('E-mails are back on');
    await expect.poll(() => screen.queryByText(MAIL_OFF)).toBeNull();
    expect(queryClient.getQueryData(keys.user)).toMatchObject({ user: { notifications_disabled: [] } });
  });
});

describe('mail that is off', () => {
  /** Opens the search, over which the alert stands. */
  async function openMembers(reason: Notifications['notifications_disabled'][number]) {
    addMember([reason]);
    const page = () => (
      <>
        <DisabledMailAlert />
        <h1>Members</h1>
      </>
    );
    const { shown } = routed({ '/members': page }, createMemoryHistory({ initialEntries: ['/members'] }));
    const { unmount } = renderPage(shown, { settings: {} });
    await screen.findByRole('heading', { name: 'Members' });
    return unmount;
  }

  it.each([
    ['S8-033', 'fbl', 'One of our e-mails to you was marked as spam.'],
    ['S8-034', 'bounce', 'An e-mail to you couldn’t be delivered.'],
    ['S8-035', 'listunsubscribe', 'You unsubscribed in your e-mail app.'],
  ] as const)('%s shows an alert with the reason %s', async (_row, reason, words) => {
    await openMembers(reason);
    await screen.findByText(MAIL_OFF);
    expect(document.body.textContent).toContain(words);
  });

  it('stays dismissed and stores when that was [S8-036 S3-226]', async () => {
    const close = await openMembers('bounce');
    const before = Date.now();
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await expect.poll(() => screen.queryByText(MAIL_OFF)).toBeNull();
    const at = Number(localStorage.getItem('hide-disabled-notifications-alert'));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
    close();
    await openMembers('bounce');
    expect(screen.queryByText(MAIL_OFF)).toBeNull();
  });
});

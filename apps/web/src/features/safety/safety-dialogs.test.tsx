// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { askSafety } from '../../client/safety-request.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SafetyDialogs } from './safety-dialogs.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Stands the dialogs up on an empty page, with `answer` to whatever the server is asked. */
function openPage(answer: (path: string) => Promise<Response>) {
  const fetched = vi.fn<(path: string) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetched);
  renderPage(routed({ '/': SafetyDialogs }).shown, {
    settings: { fictional_singular: '' },
    hasNotices: true,
  });
  return fetched;
}

it.each([
  ['succeeds', () => Response.json({})],
  ['fails', () => Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 })],
])('a block that %s late leaves open what was asked for since', async (_, answer) => {
  const blocked = Promise.withResolvers<Response>();
  const fetched = openPage((path) =>
    path.includes('block') ? blocked.promise : Promise.resolve(Response.json({})),
  );
  askSafety({ kind: 'block', person: { id: 'p1', name: 'Jonas', fictional: false } });
  await heading('Block Jonas?');
  press('Block');
  await vi.waitUntil(() => fetched.mock.calls.some(([path]) => path.includes('block')));
  press('Cancel');
  askSafety({ kind: 'report', person: { id: 'p2', name: 'Timo', fictional: false } });
  const reporting = await heading('Report Timo');
  blocked.resolve(answer());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getAllByRole('heading')).toEqual([reporting]);
});

it('who blocks or reports a fictional profile reads that it is one, and nothing only a person would do', async () => {
  openPage(async (path) => Response.json(path.includes('report') ? { case: 'c1', messages: [] } : {}));
  const fia = { id: 'p3', name: 'Fia', fictional: true };
  const dialog = async (title: string) => (await heading(title)).closest('[role$=dialog]')?.textContent;
  askSafety({ kind: 'report', person: fia });
  expect(await dialog('Report Fia')).toMatch(/^Report Fia.*Fictional/);
  askSafety({ kind: 'block', person: fia });
  const words = await dialog('Block Fia?');
  expect(words).toMatch(/^Block Fia\?.*Fictional/);
  expect(words).not.toContain('opens your profile');
  expect(words).not.toContain('each other');
  press('Block');
  const notice = () => screen.findByRole('region', { name: /^Notices/ }).then((one) => one.textContent);
  await expect.poll(notice).toContain('Fia (Fictional) is blocked');
  press('Undo');
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

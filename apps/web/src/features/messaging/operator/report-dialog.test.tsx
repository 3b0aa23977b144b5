// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { ReportDialog } from './report-dialog.tsx';

it('requires a reason, and repeats the same report under the same key only', async () => {
  const sent: { clientId: string; reason: string }[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as (typeof sent)[number]);
    return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  });
  renderPage(<ReportDialog conversation="c" name="Mara" message={null} onClose={() => {}} />);
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Report' }));
  const reason = () => screen.getByLabelText<HTMLSelectElement>('Reason');
  const choose = (value: string) => fireEvent.change(reason(), { target: { value } });
  expect(reason().value).toBe('');
  send();
  await vi.waitUntil(() => reason().getAttribute('aria-invalid') === 'true');
  expect(sent).toEqual([]);
  for (const value of ['scam', 'scam', 'spam']) {
    choose(value);
    const before = sent.length;
    send();
    await vi.waitUntil(() => sent.length > before);
    await vi.waitUntil(() => screen.queryByText(/Something went wrong/));
  }
  expect(sent.map((one) => one.reason)).toEqual(['scam', 'scam', 'spam']);
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId);
  expect(sent[2]?.clientId).not.toBe(sent[0]?.clientId);
});

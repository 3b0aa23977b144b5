// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { reportWhenHidden } from './page-hidden.ts';

it('sends an empty JSON body as a beacon each time the page becomes hidden [S7-018 S7-019]', async () => {
  const sent: [url: string, body: Blob][] = [];
  vi.stubGlobal('navigator', { sendBeacon: (url: string, body: Blob) => sent.push([url, body]) > 0 });
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  reportWhenHidden();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toHaveLength(0);
  state.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.[0]).toBe('/api/page-hidden.php');
  expect(sent[0]?.[1].type).toBe('application/json');
  expect(await sent[0]?.[1].text()).toBe('{}');
});

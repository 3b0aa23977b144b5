// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ['pressed', () => fireEvent.click(screen.getByRole('tab', { name: 'Second' }))],
  ['chosen by key', () => fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowRight' })],
])('scrolls a tab that is %s into view with its neighbours', (_, choose) => {
  const brought = vi.fn<(tab: string | null, to: unknown) => void>();
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, to) {
    brought(this.textContent, to);
  });
  const onChange = vi.fn<(id: string) => void>();
  const tabs = ['First', 'Second', 'Third'].map((label) => ({ id: label, label }));
  render(
    <Tabs label="Which" tabs={tabs} value="First" onChange={onChange}>
      What was chosen
    </Tabs>,
  );
  choose();
  expect(onChange).toHaveBeenCalledExactlyOnceWith('Second');
  expect(brought).toHaveBeenCalledExactlyOnceWith('Second', { inline: 'center', block: 'nearest' });
});

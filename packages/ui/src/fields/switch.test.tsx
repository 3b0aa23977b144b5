// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Switch } from './check-field.tsx';
import { SelectField } from './select-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('takes its name from the label, and its description only once', () => {
  render(<Switch label="Invisible" description="Nobody finds you." value onChange={() => {}} />);
  const { textContent } = document.getElementById(
    screen.getByRole('switch', { name: 'Invisible' }).getAttribute('aria-describedby') ?? '',
  ) as HTMLElement;
  expect(textContent).toBe('Nobody finds you.');
});

it.each([true, false])('stops Escape only when the list is open (%s)', (isOpen) => {
  vi.stubGlobal('CSS', { supports: () => true });
  const around = vi.fn<() => void>();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog.
    <div onKeyDown={around}>
      <SelectField label="Reason" value="a" options={[{ value: 'a', label: 'A' }]} onChange={() => {}} />
    </div>,
  );
  const select = screen.getByRole('combobox');
  vi.spyOn(select, 'matches').mockReturnValue(isOpen);
  fireEvent.keyDown(select, { key: 'Escape' });
  expect(around).toHaveBeenCalledTimes(isOpen ? 0 : 1);
});

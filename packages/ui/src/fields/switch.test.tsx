// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Switch } from './check-field.tsx';
import { SelectField } from './select-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a switch is called by its label; what describes it is read once', () => {
  render(<Switch label="Invisible" description="Nobody finds you." value onChange={() => {}} />);
  const { textContent } = document.getElementById(
    screen.getByRole('switch', { name: 'Invisible' }).getAttribute('aria-describedby') ?? '',
  ) as HTMLElement;
  expect(textContent).toBe('Nobody finds you.');
});

it.each([true, false])('Escape in a select whose list is open (%s) is the list’s alone', (isOpen) => {
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

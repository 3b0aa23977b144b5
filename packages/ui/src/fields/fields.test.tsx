// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

it('marks an invalid field, and describes it by its error and an icon', () => {
  render(<TextField label="E-mail" value="x" onChange={() => {}} errorMessage="Invalid email" />);
  const input = screen.getByLabelText('E-mail');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Invalid email');
  expect(note?.querySelector('svg')).not.toBeNull();
  expect(input.className).toContain('aria-invalid:border-danger');
});

function Born({ locale }: { locale: string }) {
  const [value, setValue] = useState('');
  return (
    <>
      <DateOfBirthField
        label="Born"
        locale={locale}
        value={value}
        onChange={setValue}
        labels={{ day: 'Day', month: 'Month', year: 'Year' }}
        placeholders={{ day: 'DD', month: 'MM', year: 'YYYY' }}
      />
      <output>{value}</output>
    </>
  );
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

it('takes a date of birth in the order of the language, and returns ISO', () => {
  render(<Born locale="de" />);
  expect(screen.getAllByRole('textbox').map((input) => input.getAttribute('aria-label'))).toEqual([
    'Day',
    'Month',
    'Year',
  ]);
  type('Day', '7');
  expect(document.activeElement).toBe(screen.getByLabelText('Month'));
  type('Month', '4');
  type('Year', '19');
  expect(screen.getByRole('status').textContent).toBe('19-4-7');
  type('Year', '1991');
  expect(screen.getByRole('status').textContent).toBe('1991-04-07');
});

it('asks for the month first in American English', () => {
  render(<Born locale="en-US" />);
  expect(screen.getAllByRole('textbox')[0]?.getAttribute('aria-label')).toBe('Month');
});

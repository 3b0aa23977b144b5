// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Photo } from './photo.tsx';

afterEach(cleanup);

/** A picture with an empty alternative text. */
const picture = () => screen.getByAltText<HTMLImageElement>('');
const comeOnline = () => fireEvent(window, new Event('online'));

it('fetches a failed photo again when the network is back, and no other', () => {
  render(<Photo src="/a.jpg" alt="" />);
  const first = picture();
  comeOnline();
  expect(picture()).toBe(first);
  fireEvent.error(first);
  comeOnline();
  expect(picture()).not.toBe(first);
  expect(picture().getAttribute('src')).toBe('/a.jpg');
});

it('hides a failed priority photo until the network is back', () => {
  render(<Photo src="/a.jpg" alt="" isPriority />);
  expect(picture().className).not.toContain('opacity-0');
  fireEvent.error(picture());
  expect(picture().className).toContain('opacity-0');
  comeOnline();
  expect(picture().className).not.toContain('opacity-0');
});

it('shows initials for a failed portrait until the network is back', () => {
  render(<Avatar name="Ada Lovelace" src="/a.jpg" />);
  fireEvent.error(picture());
  expect(document.body.textContent).toBe('AL');
  comeOnline();
  expect(picture()).toBeTruthy();
});

it('fetches again if the network returns while the failure is being drawn', async () => {
  render(<Photo src="/a.jpg" alt="" isPriority />);
  const first = picture();
  const { promise: drawn, resolve } = Promise.withResolvers<unknown>();
  new MutationObserver(resolve).observe(document.body, { subtree: true, attributes: true });
  // A native event: React runs some effects only after the first paint.
  first.dispatchEvent(new Event('error'));
  await drawn;
  comeOnline();
  expect(picture()).not.toBe(first);
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Photo } from './photo.tsx';

afterEach(cleanup);

/** A picture without words of its own. */
const picture = () => screen.getByAltText<HTMLImageElement>('');
const comeOnline = () => fireEvent(window, new Event('online'));

it('a photo that did not come is fetched again once there is a network, and no other is', () => {
  render(<Photo src="/a.jpg" alt="" />);
  const first = picture();
  comeOnline();
  expect(picture()).toBe(first);
  fireEvent.error(first);
  comeOnline();
  expect(picture()).not.toBe(first);
  expect(picture().getAttribute('src')).toBe('/a.jpg');
});

it('a photo that is waited for and did not come leaves its place empty until there is a network', () => {
  render(<Photo src="/a.jpg" alt="" isPriority />);
  expect(picture().className).not.toContain('opacity-0');
  fireEvent.error(picture());
  expect(picture().className).toContain('opacity-0');
  comeOnline();
  expect(picture().className).not.toContain('opacity-0');
});

it('a face that did not come has letters in its place until there is a network', () => {
  render(<Avatar name="Ada Lovelace" src="/a.jpg" />);
  fireEvent.error(picture());
  expect(document.body.textContent).toBe('AL');
  comeOnline();
  expect(picture()).toBeTruthy();
});

it('a photo is fetched again also where the network is back in the very moment that it is drawn as missing', async () => {
  render(<Photo src="/a.jpg" alt="" isPriority />);
  const first = picture();
  const { promise: drawn, resolve } = Promise.withResolvers<unknown>();
  new MutationObserver(resolve).observe(document.body, { subtree: true, attributes: true });
  // As the browser tells of it: not all that follows from it is done once it is drawn.
  first.dispatchEvent(new Event('error'));
  await drawn;
  comeOnline();
  expect(picture()).not.toBe(first);
});

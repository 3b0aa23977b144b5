// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Photo } from './photo.tsx';

const picture = () => document.querySelector('img');
const come = (event: string, to: EventTarget | null = picture()) => to?.dispatchEvent(new Event(event));

afterEach(() => document.body.replaceChildren());

it('a photo that did not come is fetched again once there is a network, and no other is', async () => {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Photo src="/a.jpg" alt="" />);
  await expect.poll(picture).toBeTruthy();
  const first = picture();
  come('online', window);
  expect(picture()).toBe(first);
  come('error');
  // Nothing is seen of the failure, so the network comes back until it was noted.
  const withNetwork = () => {
    come('online', window);
    return picture();
  };
  await expect.poll(withNetwork).not.toBe(first);
  expect(picture()?.getAttribute('src')).toBe('/a.jpg');
});

it('a photo that is waited for and did not come leaves its place empty until there is a network', async () => {
  const photo = <Photo src="/a.jpg" alt="" isPriority />;
  createRoot(document.body.appendChild(document.createElement('div'))).render(photo);
  await expect.poll(picture).toBeTruthy();
  expect(picture()?.className).not.toContain('opacity-0');
  come('error');
  await expect.poll(() => picture()?.className).toContain('opacity-0');
  come('online', window);
  await expect.poll(() => picture()?.className).not.toContain('opacity-0');
});

it('a face that did not come has letters in its place until there is a network', async () => {
  const face = <Avatar name="Ada Lovelace" src="/a.jpg" />;
  createRoot(document.body.appendChild(document.createElement('div'))).render(face);
  await expect.poll(picture).toBeTruthy();
  come('error');
  await expect.poll(() => document.body.textContent).toBe('AL');
  come('online', window);
  await expect.poll(picture).toBeTruthy();
});

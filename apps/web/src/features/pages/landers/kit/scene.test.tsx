// @vitest-environment happy-dom
import type { LanderContent } from '@heartline/contracts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Scene } from './scene.tsx';

const CONTENT: LanderContent = {
  tag: { site: 'default', lander: 'video' },
  locale: 'en',
  texts: null,
  pictures: [],
  video: {
    src: '/media/landers/evening.mp4',
    type: 'video/mp4',
    poster: { src: '/media/landers/evening.webp', width: 1600, height: 1000 },
  },
};

interface Device {
  isReduced?: boolean;
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Draws the scene on a device, and returns its parts. */
function draw({ isReduced = false, connection }: Device, content?: LanderContent) {
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  vi.stubGlobal('navigator', { ...(connection && { connection }) });
  const { container } = render(<Scene name="quay" content={content} />);
  return {
    video: container.querySelector('video source')?.getAttribute('src') ?? null,
    picture: container.querySelector('img')?.getAttribute('src'),
  };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('plays the operator’s video over its poster', () => {
  expect(draw({}, CONTENT)).toEqual({
    video: '/media/landers/evening.mp4',
    picture: '/media/landers/evening.webp',
  });
});

it.each<[why: string, device: Device]>([
  ['reduced motion', { isReduced: true }],
  ['a data saver', { connection: { saveData: true } }],
  ['2g', { connection: { effectiveType: '2g' } }],
  ['slow 2g', { connection: { effectiveType: 'slow-2g' } }],
])('shows the poster alone with %s', (_why, device) => {
  expect(draw(device, CONTENT)).toEqual({ video: null, picture: '/media/landers/evening.webp' });
});

it('shows the drawn scene without a video', () => {
  expect(draw({})).toEqual({ video: null, picture: '/scenes/quay-tall.webp' });
});

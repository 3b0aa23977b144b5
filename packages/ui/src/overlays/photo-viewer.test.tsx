// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PhotoViewer } from './photo-viewer.tsx';

afterEach(cleanup);

const photos = [1, 2, 3].map((at) => ({ id: `${at}`, src: `/${at}.jpg`, alt: `${at}`, isLocked: at === 3 }));

function open(startAt = 0) {
  const onClose = vi.fn<(at: number) => void>();
  const onLockedPress = vi.fn<() => void>();
  render(
    <PhotoViewer
      label="Photos of Mira"
      {...{ photos, startAt, onClose, onLockedPress }}
      positionLabel={(at) => `Photo ${at} of 3`}
      previousLabel="Previous"
      nextLabel="Next"
      zoomInLabel="Zoom in"
      zoomOutLabel="Zoom out"
      closeLabel="Close"
      lockedLabel="Premium shows it"
    />,
  );
  return { onClose, onLockedPress };
}

const position = () => screen.getByRole('status').textContent;
const key = (name: string, modifier = {}) => fireEvent.keyDown(document.body, { key: name, ...modifier });

it('turns by arrow keys up to the ends, and says where it is', () => {
  open();
  key('ArrowLeft');
  expect(position()).toBe('Photo 1 of 3');
  key('ArrowRight');
  expect(position()).toBe('Photo 2 of 3');
  key('ArrowLeft', { altKey: true });
  expect(position()).toBe('Photo 2 of 3');
  key('End');
  key('ArrowRight');
  expect(position()).toBe('Photo 3 of 3');
});

it('closes at the picture it shows, which is where the gallery goes on', () => {
  const { onClose } = open();
  key('ArrowRight');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledExactlyOnceWith(1);
});

it('keeps the lock of a photo, without a way to enlarge it', () => {
  const { onLockedPress } = open(2);
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Premium shows it' }));
  expect(onLockedPress).toHaveBeenCalledOnce();
});

it('shows the next picture whole after one that was enlarged', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByRole('button', { name: 'Zoom out' })).toBeTruthy();
  key('ArrowRight');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeTruthy();
});

it('turns by a drag sideways and closes by one down', () => {
  const { onClose } = open();
  const drag = (x: number, y: number) => {
    const picture = screen.getByAltText(position()?.match(/\d/)?.[0] ?? '');
    picture.setPointerCapture = () => {};
    const frame = picture.parentElement?.parentElement?.parentElement as HTMLElement;
    frame.setPointerCapture = () => {};
    const pointer = { pointerId: 1, bubbles: true };
    fireEvent.pointerDown(picture, { ...pointer, clientX: 200, clientY: 200 });
    fireEvent.pointerMove(picture, { ...pointer, clientX: 200 + x, clientY: 200 + y });
    fireEvent.pointerUp(picture, { ...pointer, clientX: 200 + x, clientY: 200 + y });
  };
  drag(-80, 10);
  expect(position()).toBe('Photo 2 of 3');
  drag(5, 60);
  expect(onClose).not.toHaveBeenCalled();
  drag(5, 160);
  expect(onClose).toHaveBeenCalledExactlyOnceWith(1);
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { ContextMenu } from './context-menu.tsx';
import { Dialog } from './dialog.tsx';
import { Lightbox } from './lightbox.tsx';
import { openOverlays } from './open-overlays.ts';

const { count, closeTop } = openOverlays;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Simulates touch or a mouse. */
const stubFinger = (isFinger: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isFinger }));

it('counts an open dialog, and asks it to close', () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  const dialog = (isOpen: boolean) => (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Filters">
      Age
    </Dialog>
  );
  const { rerender } = render(dialog(false));
  expect(count()).toBe(0);
  rerender(dialog(true));
  expect(count()).toBe(1);
  closeTop();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  rerender(dialog(false));
  expect(count()).toBe(0);
});

it('does not close a dialog that needs an answer', () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Your age" isDismissable={false}>
      18
    </Dialog>,
  );
  closeTop();
  expect([count(), onOpenChange.mock.calls]).toEqual([1, []]);
});

it('closes the topmost of a sheet and a photo', () => {
  const closed: string[] = [];
  render(
    <>
      <BottomSheet isOpen onOpenChange={() => closed.push('sheet')} title="Filters">
        Age
      </BottomSheet>
      <Lightbox
        title="Photo"
        src="photo.webp"
        width={1}
        height={1}
        closeLabel="Close"
        onClose={() => closed.push('photo')}
      />
    </>,
  );
  expect(count()).toBe(2);
  closeTop();
  expect(closed).toEqual(['photo']);
});

it("closes a message's menu, which ignores shortcuts of the browser", () => {
  stubFinger(true);
  HTMLElement.prototype.showPopover = () => {};
  const hide = vi.fn<() => void>();
  HTMLElement.prototype.hidePopover = hide;
  const items = ['Copy', 'Reply', 'Report'].map((label) => ({ id: label, label, onPress() {} }));
  render(
    <ContextMenu label="Message" items={items} at={{ x: 0, y: 0 }} onClose={() => {}} returnTo={null} />,
  );
  const at = () => document.activeElement?.textContent;
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.activeElement as Element, init);
  expect(at()).toBe('Copy');
  // `true`: the default was not prevented, so the browser handles the key.
  expect(press({ key: 'r', ctrlKey: true })).toBe(true);
  expect(press({ key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(at()).toBe('Copy');
  expect(press({ key: 'r' })).toBe(false);
  expect(at()).toBe('Reply');
  closeTop();
  expect(hide).toHaveBeenCalledOnce();
});

it('does not count a menu with a mouse, because it covers little', () => {
  stubFinger(false);
  HTMLElement.prototype.showPopover = () => {};
  render(<ContextMenu label="Message" items={[]} at={{ x: 0, y: 0 }} onClose={() => {}} returnTo={null} />);
  expect(count()).toBe(0);
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { ContextMenu } from './context-menu.tsx';
import { Dialog } from './dialog.tsx';
import { Lightbox } from './lightbox.tsx';

/** The watchers a phone would ask, the last one first, when its owner goes back. */
let watching: Watcher[];
class Watcher {
  onclose = () => {};
  constructor() {
    watching.push(this);
  }
  destroy() {
    watching.splice(watching.indexOf(this), 1);
  }
}
const goBack = () => watching.at(-1)?.onclose();

beforeEach(() => {
  watching = [];
  vi.stubGlobal('CloseWatcher', Watcher);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the back gesture closes the dialog that is open, and is the page’s again once it is closed', () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  const dialog = (isOpen: boolean) => (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Filters">
      Age
    </Dialog>
  );
  const { rerender } = render(dialog(false));
  expect(watching).toEqual([]);
  rerender(dialog(true));
  goBack();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  rerender(dialog(false));
  expect(watching).toEqual([]);
});

it('a dialog that must be answered is not closed by going back', () => {
  render(
    <Dialog isOpen onOpenChange={() => {}} title="Your age" isDismissable={false}>
      18
    </Dialog>,
  );
  expect(watching).toEqual([]);
});

it('sheets and photos on the whole screen close so too, the upper one first', () => {
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
  goBack();
  expect(closed).toEqual(['photo']);
});

it('so does the menu of a message, and its keys leave those of the browser alone', () => {
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
  // What is not prevented is the browser's.
  expect(press({ key: 'r', ctrlKey: true })).toBe(true);
  expect(press({ key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(at()).toBe('Copy');
  expect(press({ key: 'r' })).toBe(false);
  expect(at()).toBe('Reply');
  goBack();
  expect(hide).toHaveBeenCalledOnce();
});

import { fireEvent, screen } from '@testing-library/react';

/**
 * Opens the menu behind the button of this name, with the events a browser sends, and returns it. happy-dom has no
 * popovers.
 */
export function openMenu(name: string | RegExp): HTMLElement {
  const target = screen.getByLabelText(name, { selector: 'button' }).getAttribute('popovertarget');
  const menu = document.getElementById(target ?? '');
  if (!menu) throw new Error(`button without a menu: ${name}`);
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  return menu;
}

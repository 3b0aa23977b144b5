import { fireEvent, screen } from '@testing-library/react';

/** Opens the menu behind the button of this name, as a browser tells of it, and gives it; here nothing pops over. */
export function openMenu(name: string | RegExp): HTMLElement {
  const target = screen.getByLabelText(name, { selector: 'button' }).getAttribute('popovertarget');
  const menu = document.getElementById(target ?? '');
  if (!menu) throw new Error(`The button ${name} has no menu`);
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  return menu;
}

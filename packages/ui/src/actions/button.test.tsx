// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LinkProvider } from './anchor.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

afterEach(cleanup);

it('passes the pressed element to onPress, for buttons and links of both kinds', () => {
  const pressed: string[] = [];
  const onPress = (element: HTMLElement) => pressed.push(`${element.tagName} ${element.textContent}`);
  render(
    <LinkProvider value={{ navigate: () => {} }}>
      <Button onPress={onPress}>one</Button>
      <Button href="/two" onPress={onPress}>
        two
      </Button>
      <IconButton label="Three" onPress={onPress}>
        three
      </IconButton>
      <IconButton label="Four" href="/four" onPress={onPress}>
        four
      </IconButton>
    </LinkProvider>,
  );
  for (const link of [...screen.getAllByRole('button'), ...screen.getAllByRole('link')]) link.click();
  expect(pressed).toEqual(['BUTTON one', 'BUTTON three', 'A two', 'A four']);
});

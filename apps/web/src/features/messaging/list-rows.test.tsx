// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConversationRows, ListRows } from './list-rows.tsx';

it.each([
  ['messages', ListRows],
  ['conversations', ConversationRows],
] as const)('lets %s be pressed while the list scrolls', (_, Rows) => {
  const style = { height: '80px', pointerEvents: 'none' } as const;
  const { container } = render(
    <Rows style={style} ref={() => {}}>
      <button type="button">Undo</button>
    </Rows>,
  );
  const rows = container.firstElementChild as HTMLElement;
  expect(rows.style.height).toBe('80px');
  expect(rows.style.pointerEvents).toBe('');
});

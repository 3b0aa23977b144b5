import type { Row } from '../conversation-rows.ts';

/** What a component that shows one kind of message gets. It stands inside the bubble; gone messages never reach it. */
export interface ContentProps {
  row: Row;
  /** Name of the other side. */
  name: string;
}

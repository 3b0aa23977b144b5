import type { Row } from '../conversation-rows.ts';

/** Props of a component that shows one kind of message within its bubble. It never gets messages that are gone. */
export interface ContentProps {
  row: Row;
  /** Name of the other member. */
  name: string;
}

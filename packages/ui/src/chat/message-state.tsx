import { Check, CheckCheck, CircleAlert, Clock, Eye } from 'lucide-react';

export type MessageState = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';

export interface MessageStateTicksProps {
  state: MessageState;
  /** The state in words, for screen readers: "Delivered". */
  label: string;
}

const icons = { sending: Clock, sent: Check, delivered: CheckCheck, read: Eye, failed: CircleAlert };

/** The status of a message as a 14 px icon. Each has another shape; the box never changes size. */
export function MessageStateTicks({ state, label }: MessageStateTicksProps) {
  const Icon = icons[state];
  const colour = state === 'failed' ? 'text-danger' : state === 'read' ? 'text-pulse' : 'text-ink-2';
  return (
    <span className={`inline-flex size-4 items-center justify-center ${colour}`} title={label}>
      <Icon className="size-3.5" strokeWidth={2.25} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}

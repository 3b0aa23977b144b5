import { Trans } from '@lingui/react/macro';

interface ReceiptLinkProps {
  /** Path of the page to print. */
  path: string;
  number: string;
  isCreditNote?: boolean;
}

/** A link to a receipt or credit note. It is a page of the server, so it opens in a tab of its own. */
export function ReceiptLink({ path, number, isCreditNote = false }: ReceiptLinkProps) {
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      className="target rounded-sm text-sky underline decoration-1 underline-offset-3 wrap-anywhere hover:decoration-2"
    >
      {isCreditNote ? <Trans>Credit note {number}</Trans> : <Trans>Receipt {number}</Trans>}
    </a>
  );
}

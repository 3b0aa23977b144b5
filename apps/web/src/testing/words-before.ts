/** The words of the page that stand before an element, as a screen reader reads them. */
export function wordsBefore(element: HTMLElement): string {
  const range = document.createRange();
  range.setStart(document.body, 0);
  range.setEndBefore(element);
  return range.toString().replaceAll(/\s+/g, ' ');
}

/** The facts that the law wants directly above a pay button, for 60 credits at €19.99. */
export const orderFacts = (way: string, seller: string): readonly string[] => [
  '60 credits',
  way,
  'Credits right away',
  'incl. VAT',
  '€19.99',
  '14 days to withdraw and get back what you haven’t spent.',
  `Seller: ${seller}`,
  'Terms of use',
];

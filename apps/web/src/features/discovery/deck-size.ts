/**
 * The height of the deck, loaded or not. The buttons under it stay in sight: 14 rem is what else a phone shows, and a
 * wide window has more space around it.
 */
export const DECK_HEIGHT =
  'mx-auto w-full [--deck:clamp(240px,min(calc(100dvh-14rem-var(--deck-bar,0px)),145vw),680px)] md:[--deck:clamp(240px,calc(100dvh-18.5rem),640px)] h-(--deck)';

/** A card is as wide as a portrait of that height, and the opened profile as wide as it can be read. */
export const CLOSED_WIDTH = 'w-full max-w-[calc(var(--deck)*0.82)]';
export const OPEN_WIDTH = 'w-full max-w-[1040px]';

/** A phone's page and header take as little as they can: the card is the page. */
export const DECK_PAGE = 'grow max-md:py-3';
export const DECK_HEADER = 'mb-2! min-h-11 items-center! md:mb-4!';

/** The same for members, with the place of the bottom bar: the bar itself loads later, and must not move the card. */
export const MEMBER_DECK_PAGE =
  'grow max-md:py-3 max-md:[--deck-bar:calc(3.75rem+env(safe-area-inset-bottom,0px))]';

/** Of the card, here or still to come: never so high that what is pressed under it is out of sight. */
export const DECK_SIZE = 'mx-auto aspect-4/5 w-full max-w-[clamp(200px,calc((100dvh-390px)*0.8),400px)]';

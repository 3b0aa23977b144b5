/** The size of the card, loaded or not. Never so high that the buttons under it are out of sight. */
export const DECK_SIZE = 'mx-auto aspect-4/5 w-full max-w-[clamp(200px,calc((100dvh-390px)*0.8),400px)]';

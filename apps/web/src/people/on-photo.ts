/** Classes of a round button: a dark circle on the photo of a phone, a plain icon on wide windows. */
export const ON_PHOTO =
  'max-md:bg-black/50 max-md:text-white max-md:backdrop-blur-md max-md:hover:bg-black/65 max-md:hover:text-white max-md:ring-on-photo';

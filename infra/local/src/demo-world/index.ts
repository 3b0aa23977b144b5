export type { DemoPerson } from './demo-person.ts';
export { DEMO_PASSWORD, generatePeople } from './people.ts';
export { drawPictures } from './pictures/draw-pictures.ts';
export { drawQuickPicture } from './pictures/draw-quick-picture.ts';
export { findPicture } from './pictures/find-picture.ts';
export { pictureFiles } from './pictures/picture-files.ts';

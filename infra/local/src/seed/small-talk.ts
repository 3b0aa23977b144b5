import type { Locale } from '@heartline/contracts';

/** First lines of conversations, the two sides taking turns; the second side begins with the second line. */
export const SMALL_TALK: Readonly<Record<Locale, readonly (readonly string[])[]>> = {
  en: [
    [
      'You bake bread on Sundays? I only burn it.',
      'Burnt is a flavour. What went wrong?',
      'I went to water the plants and met a neighbour.',
    ],
    [
      'That picture by the sea: where is it?',
      'A small beach in the north. Windy every single day.',
      'Then I know what to wear.',
      'Bring a hat with a string.',
    ],
  ],
  nl: [
    [
      'Jouw fietstocht langs de kust, hoe lang duurde die?',
      'Drie dagen, waarvan één in de regen.',
      'En toch lachend op de foto.',
    ],
    [
      'Welk boek heb je voor het laatst uitgelezen?',
      'Een kookboek, telt dat ook?',
      'Alleen als je het ook gemaakt hebt.',
      'Twee recepten. Eén was eetbaar.',
    ],
  ],
  de: [
    [
      'Du segelst wirklich im November?',
      'Nur einmal. Seitdem lieber im Mai.',
      'Klingt nach einer guten Geschichte.',
    ],
    [
      'Welches Konzert war das beste bisher?',
      'Ein ganz kleines, in einer Scheune.',
      'Die kleinen sind immer die besten.',
      'Genau. Und der Kuchen war selbst gebacken.',
    ],
  ],
  es: [
    ['¿Esa foto es en la montaña de verdad?', 'Sí, y llegué la última.', 'Lo importante es llegar.'],
    [
      '¿Café o té por la mañana?',
      'Café, sin hablar con nadie antes.',
      'Entendido: primero el café.',
      'Después hablo muchísimo.',
    ],
  ],
  fr: [
    [
      'Le marché sur votre photo, c’est où ?',
      'À deux rues de chez moi, le samedi.',
      'J’y serais pour le fromage.',
    ],
    [
      'Plutôt mer ou montagne ?',
      'La mer, mais hors saison.',
      'Pour avoir la plage à soi.',
      'Et les chiens qui courent.',
    ],
  ],
  it: [
    ['La torta nella foto l’hai fatta tu?', 'Sì, ma la prima è finita male.', 'La prima non conta mai.'],
    [
      'Che musica ascolti mentre cucini?',
      'Vecchie canzoni, a volume alto.',
      'I vicini ringraziano.',
      'Ormai cantano con me.',
    ],
  ],
  pl: [
    ['To zdjęcie z gór, gdzie to było?', 'W Bieszczadach, jesienią.', 'Jesienią tam jest najładniej.'],
    [
      'Co ostatnio ugotowałeś?',
      'Zupę, trzeci dzień z rzędu.',
      'Zupa trzeciego dnia jest najlepsza.',
      'Dokładnie to mówię wszystkim.',
    ],
  ],
};

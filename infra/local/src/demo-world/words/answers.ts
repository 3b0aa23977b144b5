import type { Locale, Prompt } from '@heartline/contracts';

/** Answers to prompts, written by hand so that they fit any gender and age. */
export const ANSWERS: Readonly<Record<Locale, readonly (readonly [Prompt, readonly string[]])[]>> = {
  en: [
    [
      'simple_pleasures',
      [
        'Fresh bread, an open window, nobody else awake yet.',
        'The first swim of the year, screaming included.',
      ],
    ],
    [
      'perfect_sunday',
      ['Market, long lunch, and a nap I’ll deny.', 'Rain on the roof and a book I can’t put down.'],
    ],
    [
      'green_flag',
      [
        'You ask the waiter how their day is going. And listen.',
        'You’re kind to people who can do nothing for you.',
      ],
    ],
    ['makes_me_laugh', ['Dogs who think they’re small.', 'My own jokes, usually before I finish them.']],
    ['unpopular_opinion', ['Pineapple on pizza is fine. Let people live.', 'The book wasn’t better.']],
    ['never_say_no', ['One more coffee. Or a detour.', 'Dancing in the kitchen.']],
    ['talk_for_hours', ['Maps. I have opinions about legends.', 'Whether ferries beat trains. They do.']],
    ['together', ['Rent a boat neither of us can steer.', 'Win a pub quiz, or lose it loudly.']],
    ['best_dish', ['Lemon risotto. Bring an appetite.', 'Pancakes, at any hour.']],
    ['bad_at', ['Parking. Walking there together solves it.', 'Keeping basil alive for more than a week.']],
    [
      'get_along',
      ['You leave parties without saying goodbye, too.', 'You read the menu before we get there.'],
    ],
    [
      'next_on_my_list',
      ['Learning to sail, or at least to fall in with style.', 'A night train to anywhere with mountains.'],
    ],
  ],
  nl: [
    [
      'simple_pleasures',
      ['Vers brood, raam open, verder nog niemand wakker.', 'De eerste duik van het jaar, met gil.'],
    ],
    [
      'perfect_sunday',
      [
        'Markt, lang lunchen en een dutje dat ik ontken.',
        'Regen op het dak en een boek dat ik niet weg kan leggen.',
      ],
    ],
    [
      'green_flag',
      [
        'Je vraagt aan de ober hoe het gaat. En luistert.',
        'Je bent lief voor mensen die niets voor je kunnen doen.',
      ],
    ],
    [
      'makes_me_laugh',
      ['Grote honden die denken dat ze klein zijn.', 'Mijn eigen grappen, meestal vóór de clou.'],
    ],
    ['unpopular_opinion', ['Drop is niet lekker. Zo, het is eruit.', 'Het boek was níét beter.']],
    ['never_say_no', ['Nog een kop koffie. Of een omweg.', 'Dansen in de keuken.']],
    [
      'talk_for_hours',
      ['Landkaarten. Ik heb een mening over legenda’s.', 'Waarom de veerboot wint van de trein.'],
    ],
    [
      'together',
      [
        'Een bootje huren dat we geen van beiden kunnen sturen.',
        'Een pubquiz winnen. Of luidruchtig verliezen.',
      ],
    ],
    ['best_dish', ['Citroenrisotto. Neem trek mee.', 'Pannenkoeken, op elk uur van de dag.']],
    ['bad_at', ['Inparkeren. Samen lopen lost dat op.', 'Basilicum langer dan een week in leven houden.']],
    [
      'get_along',
      [
        'Jij ook weggaat van feestjes zonder gedag te zeggen.',
        'Je de kaart al hebt gelezen voor we er zijn.',
      ],
    ],
    [
      'next_on_my_list',
      ['Leren zeilen, of op z’n minst stijlvol omslaan.', 'Met de nachttrein naar iets met bergen.'],
    ],
  ],
  de: [
    [
      'simple_pleasures',
      [
        'Frisches Brot, Fenster auf, sonst ist noch niemand wach.',
        'Das erste Mal im See im Jahr. Mit Schrei.',
      ],
    ],
    [
      'perfect_sunday',
      [
        'Flohmarkt, langes Frühstück und ein Nickerchen, das ich abstreite.',
        'Regen auf dem Dach und ein Buch, das mich nicht loslässt.',
      ],
    ],
    [
      'green_flag',
      [
        'Du fragst im Café, wie der Tag läuft. Und hörst zu.',
        'Du bist nett zu Leuten, die dir nichts nützen.',
      ],
    ],
    [
      'makes_me_laugh',
      ['Große Hunde, die sich für klein halten.', 'Meine eigenen Witze, meist vor der Pointe.'],
    ],
    ['unpopular_opinion', ['Spargel wird überschätzt.', 'Das Buch war nicht besser.']],
    ['never_say_no', ['Noch einem Kaffee. Oder einem Umweg.', 'Tanzen in der Küche.']],
    [
      'talk_for_hours',
      ['Landkarten. Ich habe eine Meinung zu Legenden.', 'Warum Fähren besser sind als Züge.'],
    ],
    [
      'together',
      [
        'ein Boot mieten, das wir beide nicht steuern können.',
        'ein Kneipenquiz gewinnen. Oder laut verlieren.',
      ],
    ],
    ['best_dish', ['Zitronenrisotto. Bring Hunger mit.', 'Pfannkuchen, zu jeder Uhrzeit.']],
    [
      'bad_at',
      ['Einparken. Zusammen laufen löst das Problem.', 'Basilikum länger als eine Woche am Leben halten.'],
    ],
    [
      'get_along',
      [
        'du auch von Partys verschwindest, ohne Tschüss zu sagen.',
        'du die Speisekarte schon vorher gelesen hast.',
      ],
    ],
    [
      'next_on_my_list',
      ['Segeln lernen, oder wenigstens mit Stil kentern.', 'Mit dem Nachtzug irgendwohin, wo Berge sind.'],
    ],
  ],
  es: [
    [
      'simple_pleasures',
      [
        'Pan recién hecho y la ventana abierta antes de que despierte nadie.',
        'El primer baño del año, con grito incluido.',
      ],
    ],
    [
      'perfect_sunday',
      [
        'Mercado, vermut y una siesta que luego negaré.',
        'Lluvia en el tejado y un libro que no puedo soltar.',
      ],
    ],
    [
      'green_flag',
      ['Preguntas al camarero qué tal le va el día. Y escuchas.', 'Tratas bien a quien no puede darte nada.'],
    ],
    [
      'makes_me_laugh',
      ['Los perros enormes que se creen pequeños.', 'Mis propios chistes, casi siempre antes de acabarlos.'],
    ],
    ['unpopular_opinion', ['La tortilla, sin cebolla. Ya lo he dicho.', 'El libro no era mejor.']],
    ['never_say_no', ['Otro café. O un rodeo.', 'Bailar en la cocina.']],
    ['talk_for_hours', ['Mapas. Tengo opiniones sobre las leyendas.', 'Por qué el ferri le gana al tren.']],
    [
      'together',
      ['Alquilar una barca que ninguno sabe llevar.', 'Ganar un trivial de bar, o perderlo a gritos.'],
    ],
    ['best_dish', ['Risotto de limón. Ven con hambre.', 'Croquetas de mi abuela, casi iguales.']],
    ['bad_at', ['Aparcar. Ir andando lo soluciona.', 'Que la albahaca me dure más de una semana.']],
    [
      'get_along',
      ['Tú también te vas de las fiestas sin despedirte.', 'Lees la carta antes de llegar al restaurante.'],
    ],
    [
      'next_on_my_list',
      [
        'Aprender a navegar, o al menos a volcar con estilo.',
        'Un tren nocturno a cualquier sitio con montañas.',
      ],
    ],
  ],
  fr: [
    [
      'simple_pleasures',
      [
        'Du pain frais, la fenêtre ouverte, et personne encore debout.',
        'Le premier bain de l’année, cri compris.',
      ],
    ],
    [
      'perfect_sunday',
      [
        'Marché, long déjeuner et une sieste que je nierai.',
        'La pluie sur le toit et un livre impossible à lâcher.',
      ],
    ],
    [
      'green_flag',
      [
        'Tu demandes au serveur comment va sa journée. Et tu écoutes.',
        'Tu parles avec douceur aux gens qui n’ont rien à t’offrir.',
      ],
    ],
    [
      'makes_me_laugh',
      ['Les gros chiens qui se croient petits.', 'Mes propres blagues, souvent avant la chute.'],
    ],
    ['unpopular_opinion', ['Le croissant se mange sans confiture.', 'Le livre n’était pas mieux.']],
    ['never_say_no', ['Un autre café. Ou un détour.', 'Danser dans la cuisine.']],
    [
      'talk_for_hours',
      [
        'Cartes anciennes, et surtout de leurs légendes.',
        'Trains de nuit, et pourquoi les ferries gagnent quand même.',
      ],
    ],
    [
      'together',
      ['Louer un bateau que personne ne sait conduire.', 'Gagner un quiz au bar, ou le perdre bruyamment.'],
    ],
    ['best_dish', ['Le risotto au citron. Viens avec de l’appétit.', 'Les crêpes, à toute heure.']],
    ['bad_at', ['Me garer. Y aller à pied règle tout.', 'Garder un basilic en vie plus d’une semaine.']],
    [
      'get_along',
      [
        'Toi aussi, tu quittes les fêtes sans dire au revoir.',
        'Tu lis la carte avant d’arriver au restaurant.',
      ],
    ],
    [
      'next_on_my_list',
      [
        'Apprendre la voile, ou au moins à chavirer avec style.',
        'Un train de nuit vers n’importe quelles montagnes.',
      ],
    ],
  ],
  it: [
    [
      'simple_pleasures',
      [
        'Pane fresco, finestra aperta e nessun altro ancora in piedi.',
        'Il primo bagno dell’anno, urlo compreso.',
      ],
    ],
    [
      'perfect_sunday',
      [
        'Mercato, pranzo lungo e un pisolino che negherò.',
        'La pioggia sul tetto e un libro che non riesco a posare.',
      ],
    ],
    [
      'green_flag',
      ['Chiedi al cameriere come va la giornata. E ascolti.', 'Sei gentile con chi non può darti niente.'],
    ],
    [
      'makes_me_laugh',
      ['I cani enormi convinti di essere piccoli.', 'Le mie battute, di solito prima della fine.'],
    ],
    ['unpopular_opinion', ['L’ananas sulla pizza non ha mai ucciso nessuno.', 'Il libro non era meglio.']],
    ['never_say_no', ['Un altro caffè. O una deviazione.', 'Ballare in cucina.']],
    ['talk_for_hours', ['Mappe. Ho opinioni sulle legende.', 'Traghetti, e perché battono i treni.']],
    [
      'together',
      ['Noleggiare una barca che nessuno sa guidare.', 'Vincere un quiz al pub, o perderlo a gran voce.'],
    ],
    ['best_dish', ['Risotto al limone. Porta fame.', 'La parmigiana di mia nonna, o quasi.']],
    ['bad_at', ['Parcheggiare. A piedi si risolve.', 'Tenere in vita il basilico per più di una settimana.']],
    ['get_along', ['Anche tu te ne vai dalle feste senza salutare.', 'Leggi il menù prima di arrivare.']],
    [
      'next_on_my_list',
      [
        'Imparare ad andare a vela, o almeno a cadere con stile.',
        'Un treno notturno verso qualsiasi montagna.',
      ],
    ],
  ],
  pl: [
    [
      'simple_pleasures',
      [
        'Świeży chleb, otwarte okno i nikt inny jeszcze nie wstał.',
        'Pierwsza kąpiel w jeziorze w roku, z okrzykiem.',
      ],
    ],
    [
      'perfect_sunday',
      [
        'Targ, długie śniadanie i drzemka, do której się nie przyznam.',
        'Deszcz o dach i książka, której nie da się odłożyć.',
      ],
    ],
    [
      'green_flag',
      [
        'Pytasz kelnera, jak mu mija dzień. I słuchasz.',
        'Życzliwość wobec ludzi, od których nic nie potrzebujesz.',
      ],
    ],
    ['makes_me_laugh', ['Wielkie psy, które myślą, że są małe.', 'Własne żarty, zwykle przed puentą.']],
    ['unpopular_opinion', ['Ananas na pizzy nikomu nie szkodzi.', 'Książka nie była lepsza.']],
    ['never_say_no', ['Kolejnej kawie. Albo drodze naokoło.', 'Tańcom w kuchni.']],
    ['talk_for_hours', ['Mapach. Mam zdanie na temat legend.', 'Tym, dlaczego promy są lepsze od pociągów.']],
    [
      'together',
      [
        'Wypożyczyć łódkę, której żadne z nas nie umie prowadzić.',
        'Wygrać pub quiz albo głośno go przegrać.',
      ],
    ],
    ['best_dish', ['Risotto cytrynowe. Przyjdź z apetytem.', 'Naleśniki, o każdej porze.']],
    [
      'bad_at',
      ['Parkowanie. Spacer rozwiązuje sprawę.', 'Utrzymanie bazylii przy życiu dłużej niż tydzień.'],
    ],
    ['get_along', ['Ty też znikasz z imprez bez pożegnania.', 'Czytasz menu, zanim dojdziemy na miejsce.']],
    [
      'next_on_my_list',
      ['Nauka żeglowania, a przynajmniej stylowej wywrotki.', 'Nocny pociąg gdziekolwiek, byle w góry.'],
    ],
  ],
};

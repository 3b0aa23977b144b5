/** The fifteen countries, their regions (ISO 3166-2 code and name as in `country-region-data`) and cities in them. */
export type Country = keyof typeof PLACES;
export type Region = { code: string; name: string };
export type Place = { country: Country; region: Region; city: string };

const PLACES = {
  NL: [
    ['NH', 'Noord-Holland', 'Amsterdam', 'Haarlem', 'Alkmaar', 'Hilversum'],
    ['ZH', 'Zuid-Holland', 'Rotterdam', 'Leiden', 'Delft', 'Dordrecht'],
    ['UT', 'Utrecht', 'Utrecht', 'Amersfoort', 'Zeist'],
    ['NB', 'Noord-Brabant', 'Eindhoven', 'Breda', 'Tilburg', 'Den Bosch'],
    ['GE', 'Gelderland', 'Nijmegen', 'Arnhem', 'Apeldoorn'],
    ['GR', 'Groningen', 'Groningen', 'Delfzijl'],
    ['FR', 'Friesland', 'Leeuwarden', 'Sneek'],
    ['OV', 'Overijssel', 'Zwolle', 'Enschede', 'Deventer'],
    ['LI', 'Limburg', 'Maastricht', 'Venlo'],
    ['ZE', 'Zeeland', 'Middelburg', 'Vlissingen'],
    ['DR', 'Drenthe', 'Assen', 'Emmen'],
    ['FL', 'Flevoland', 'Almere', 'Lelystad'],
  ],
  BE: [
    ['VLG', 'Flanders', 'Antwerpen', 'Gent', 'Leuven', 'Brugge', 'Hasselt', 'Mechelen'],
    ['BRU', 'Brussels', 'Brussel', 'Ixelles'],
    ['WAL', 'Wallonia', 'Liège', 'Namur', 'Mons', 'Charleroi'],
  ],
  DE: [
    ['BE', 'Berlin', 'Berlin'],
    ['HH', 'Hamburg', 'Hamburg'],
    ['BY', 'Bayern', 'München', 'Nürnberg', 'Augsburg', 'Regensburg'],
    ['NW', 'Nordrhein-Westfalen', 'Köln', 'Düsseldorf', 'Dortmund', 'Münster'],
    ['BW', 'Baden-Württemberg', 'Stuttgart', 'Freiburg', 'Karlsruhe', 'Konstanz'],
    ['HE', 'Hessen', 'Frankfurt', 'Kassel', 'Darmstadt'],
    ['SN', 'Sachsen', 'Leipzig', 'Dresden'],
    ['NI', 'Niedersachsen', 'Hannover', 'Oldenburg', 'Göttingen'],
    ['HB', 'Bremen', 'Bremen', 'Bremerhaven'],
    ['SH', 'Schleswig-Holstein', 'Kiel', 'Lübeck'],
    ['RP', 'Rheinland-Pfalz', 'Mainz', 'Trier'],
    ['TH', 'Thüringen', 'Jena', 'Weimar'],
  ],
  AT: [
    ['9', 'Wien', 'Wien'],
    ['5', 'Salzburg', 'Salzburg', 'Hallein'],
    ['6', 'Steiermark', 'Graz', 'Leoben'],
    ['7', 'Tirol', 'Innsbruck', 'Kufstein'],
    ['4', 'Oberösterreich', 'Linz', 'Wels'],
  ],
  CH: [
    ['ZH', 'Zürich', 'Zürich', 'Winterthur'],
    ['BE', 'Bern', 'Bern', 'Thun'],
    ['BS', 'Basel-Stadt', 'Basel'],
    ['LU', 'Luzern', 'Luzern'],
    ['GE', 'Genève', 'Genève'],
    ['VD', 'Vaud', 'Lausanne', 'Montreux'],
    ['TI', 'Ticino', 'Lugano', 'Locarno'],
  ],
  FR: [
    ['IDF', 'Île-de-France', 'Paris', 'Versailles', 'Montreuil'],
    ['ARA', 'Auvergne-Rhône-Alpes', 'Lyon', 'Grenoble', 'Annecy'],
    ['PDL', 'Pays de la Loire', 'Nantes', 'Angers'],
    ['OCC', 'Occitanie', 'Toulouse', 'Montpellier'],
    ['NAQ', 'Nouvelle-Aquitaine', 'Bordeaux', 'La Rochelle', 'Biarritz'],
    ['BRE', 'Bretagne', 'Rennes', 'Brest', 'Quimper'],
    ['PAC', "Provence-Alpes-Côte d'Azur", 'Marseille', 'Nice', 'Avignon'],
    ['HDF', 'Hauts-de-France', 'Lille', 'Amiens'],
    ['GES', 'Grand Est', 'Strasbourg', 'Reims'],
    ['NOR', 'Normandie', 'Rouen', 'Caen'],
  ],
  IT: [
    ['25', 'Lombardia', 'Milano', 'Bergamo', 'Como'],
    ['62', 'Lazio', 'Roma', 'Viterbo'],
    ['52', 'Toscana', 'Firenze', 'Siena', 'Lucca'],
    ['45', 'Emilia-Romagna', 'Bologna', 'Parma', 'Rimini'],
    ['21', 'Piemonte', 'Torino', 'Asti'],
    ['34', 'Veneto', 'Verona', 'Padova', 'Venezia'],
    ['72', 'Campania', 'Napoli', 'Salerno'],
    ['42', 'Liguria', 'Genova', 'La Spezia'],
    ['75', 'Puglia', 'Bari', 'Lecce'],
    ['82', 'Sicilia', 'Palermo', 'Catania'],
    ['88', 'Sardegna', 'Cagliari', 'Sassari'],
  ],
  ES: [
    ['M', 'Madrid', 'Madrid', 'Alcalá de Henares'],
    ['B', 'Barcelona', 'Barcelona', 'Sitges', 'Terrassa'],
    ['V', 'Valencia/València', 'Valencia', 'Gandía'],
    ['SE', 'Sevilla', 'Sevilla'],
    ['MA', 'Málaga', 'Málaga', 'Marbella'],
    ['BI', 'Bizkaia', 'Bilbao', 'Getxo'],
    ['Z', 'Zaragoza', 'Zaragoza'],
    ['GR', 'Granada', 'Granada'],
    ['C', 'A Coruña', 'Santiago de Compostela', 'A Coruña'],
    ['A', 'Alicante', 'Alicante', 'Elche'],
  ],
  IE: [
    ['D', 'Dublin', 'Dublin', 'Howth'],
    ['CO', 'Cork', 'Cork', 'Kinsale'],
    ['G', 'Galway', 'Galway'],
    ['LK', 'Limerick', 'Limerick'],
    ['KY', 'Kerry', 'Killarney', 'Tralee'],
  ],
  GB: [
    ['LND', 'London', 'London'],
    ['MAN', 'Manchester', 'Manchester'],
    ['EDH', 'Edinburgh, City of', 'Edinburgh'],
    ['GLG', 'Glasgow City', 'Glasgow'],
    ['LDS', 'Leeds', 'Leeds'],
    ['BNH', 'Brighton and Hove', 'Brighton', 'Hove'],
    ['BST', 'Bristol, City of', 'Bristol'],
    ['LIV', 'Liverpool', 'Liverpool'],
    ['YOR', 'York', 'York'],
    ['BFS', 'Belfast City', 'Belfast'],
    ['CRF', 'Cardiff', 'Cardiff'],
    ['CON', 'Cornwall', 'Falmouth', 'Truro'],
  ],
  US: [
    ['NY', 'New York', 'New York', 'Buffalo', 'Ithaca'],
    ['CA', 'California', 'Los Angeles', 'San Diego', 'Oakland'],
    ['TX', 'Texas', 'Austin', 'Houston', 'San Antonio'],
    ['IL', 'Illinois', 'Chicago', 'Evanston'],
    ['WA', 'Washington', 'Seattle', 'Tacoma'],
    ['OR', 'Oregon', 'Portland', 'Bend'],
    ['CO', 'Colorado', 'Denver', 'Boulder'],
    ['MA', 'Massachusetts', 'Boston', 'Salem'],
    ['FL', 'Florida', 'Miami', 'Tampa'],
    ['LA', 'Louisiana', 'New Orleans'],
    ['NM', 'New Mexico', 'Santa Fe', 'Albuquerque'],
  ],
  CA: [
    ['ON', 'Ontario', 'Toronto', 'Ottawa', 'Kingston'],
    ['QC', 'Quebec', 'Montréal', 'Québec'],
    ['BC', 'British Columbia', 'Vancouver', 'Victoria'],
    ['AB', 'Alberta', 'Calgary', 'Banff'],
    ['NS', 'Nova Scotia', 'Halifax'],
  ],
  AU: [
    ['NSW', 'New South Wales', 'Sydney', 'Newcastle', 'Byron Bay'],
    ['VIC', 'Victoria', 'Melbourne', 'Geelong'],
    ['QLD', 'Queensland', 'Brisbane', 'Cairns'],
    ['SA', 'South Australia', 'Adelaide'],
    ['WA', 'Western Australia', 'Perth', 'Fremantle'],
    ['TAS', 'Tasmania', 'Hobart'],
  ],
  NZ: [
    ['AUK', 'Auckland', 'Auckland'],
    ['WGN', 'Wellington', 'Wellington'],
    ['CAN', 'Canterbury', 'Christchurch'],
    ['OTA', 'Otago', 'Dunedin', 'Queenstown'],
    ['NSN', 'Nelson', 'Nelson'],
  ],
  PL: [
    ['14', 'Mazowieckie', 'Warszawa', 'Płock'],
    ['12', 'Małopolskie', 'Kraków', 'Zakopane'],
    ['02', 'Dolnośląskie', 'Wrocław', 'Jelenia Góra'],
    ['22', 'Pomorskie', 'Gdańsk', 'Gdynia', 'Sopot'],
    ['30', 'Wielkopolskie', 'Poznań', 'Gniezno'],
    ['10', 'Łódzkie', 'Łódź'],
    ['24', 'Śląskie', 'Katowice', 'Gliwice', 'Cieszyn'],
    ['06', 'Lubelskie', 'Lublin', 'Zamość'],
    ['04', 'Kujawsko-pomorskie', 'Toruń', 'Bydgoszcz'],
    ['20', 'Podlaskie', 'Białystok'],
  ],
} as const satisfies Record<string, readonly (readonly [code: string, name: string, ...cities: string[]])[]>;

export const COUNTRIES = Object.keys(PLACES) as Country[];

/** Where the regions of one country speak different languages: who lives where. */
const SPOKEN: Partial<Record<Country, Partial<Record<string, readonly string[]>>>> = {
  BE: { nl: ['VLG', 'BRU'], fr: ['WAL', 'BRU'] },
  CA: { fr: ['QC'], en: ['ON', 'BC', 'AB', 'NS'] },
  CH: { fr: ['GE', 'VD'], it: ['TI'], de: ['ZH', 'BE', 'BS', 'LU'] },
  US: { es: ['CA', 'TX', 'FL', 'NM', 'NY'] },
};

/** The cities of a country where `language` is spoken, each with its region. */
export function placesIn(country: Country, language: string): Place[] {
  const regions: readonly (readonly string[])[] = PLACES[country];
  const spoken = SPOKEN[country]?.[language];
  const home = spoken ? regions.filter(([code = '']) => spoken.includes(code)) : regions;
  return home.flatMap(([code = '', name = '', ...cities]) =>
    cities.map((city) => ({ country, region: { code, name }, city })),
  );
}

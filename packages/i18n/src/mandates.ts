import type { Locale } from '@heartline/contracts';

/** The version of the mandate text that members sign now. */
export const MANDATE_VERSION = '2026-11';

/** The words of one version in one language; `{creditor}` is the name of the creditor. */
interface MandateWords {
  title: string;
  creditor: string;
  identifier: string;
  reference: string;
  holder: string;
  account: string;
  payment: string;
  recurrent: string;
  signed: string;
  paragraphs: readonly string[];
}

/** Values in a mandate: who collects, from which account, and when it was signed. */
export interface MandateValues {
  creditor: { name: string; identifier: string };
  reference: string;
  /** The last four signs of the account number. */
  ibanEnd: string;
  /** The owner of the account; left out where it is not known. */
  holder?: string;
  /** The day of the signature, already written in the language; left out before it. */
  signedOn?: string;
}

/** A mandate to read: a title, its facts, then the text. */
export interface MandateText {
  title: string;
  facts: readonly { label: string; value: string }[];
  paragraphs: readonly string[];
}

/**
 * Texts of SEPA Core mandates by version, after the wording of the European Payments Council. A signed text is evidence:
 * a version never changes and never goes. New words are a new version, and each agrees on a notice of one day.
 */
const VERSIONS: Readonly<Record<string, Readonly<Record<Locale, MandateWords>>>> = {
  '2026-11': {
    en: {
      title: 'SEPA Direct Debit Mandate',
      creditor: 'Creditor',
      identifier: 'Creditor identifier',
      reference: 'Mandate reference',
      holder: 'Account holder',
      account: 'Account',
      payment: 'Type of payment',
      recurrent: 'Recurrent payment',
      signed: 'Signed on',
      paragraphs: [
        'By signing this mandate, you authorise (A) {creditor} to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with the instructions from {creditor}.',
        'As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited. Your rights are explained in a statement that you can obtain from your bank.',
        'The mandate covers only orders that you place yourself. You agree that we announce the amount and the day of each debit to you by e-mail at least one day before.',
        'You sign the mandate with the code that we send to your phone. You can revoke it on this site at any time. Debits for orders that you have placed are still collected.',
      ],
    },
    de: {
      title: 'SEPA-Lastschriftmandat',
      creditor: 'Zahlungsempfänger',
      identifier: 'Gläubiger-Identifikationsnummer',
      reference: 'Mandatsreferenz',
      holder: 'Kontoinhaber',
      account: 'Konto',
      payment: 'Zahlungsart',
      recurrent: 'Wiederkehrende Zahlung',
      signed: 'Unterschrieben am',
      paragraphs: [
        'Ich ermächtige {creditor}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die von {creditor} auf mein Konto gezogenen Lastschriften einzulösen.',
        'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen. Meine Rechte sind in einem Merkblatt erläutert, das ich von meinem Kreditinstitut erhalten kann.',
        'Das Mandat gilt nur für Bestellungen, die ich selbst aufgebe. Ich bin einverstanden, dass mir Betrag und Tag jeder Lastschrift mindestens einen Tag vorher per E-Mail angekündigt werden.',
        'Ich unterschreibe das Mandat mit dem Code, der an mein Handy gesendet wird. Ich kann es auf dieser Seite jederzeit widerrufen. Lastschriften für bereits aufgegebene Bestellungen werden noch eingezogen.',
      ],
    },
    nl: {
      title: 'SEPA-machtiging',
      creditor: 'Incassant',
      identifier: 'Incassant-ID',
      reference: 'Kenmerk van de machtiging',
      holder: 'Rekeninghouder',
      account: 'Rekening',
      payment: 'Soort betaling',
      recurrent: 'Doorlopend',
      signed: 'Ondertekend op',
      paragraphs: [
        'Door deze machtiging te ondertekenen geef je toestemming aan (A) {creditor} om doorlopend incasso-opdrachten naar je bank te sturen om een bedrag van je rekening af te schrijven en (B) je bank om doorlopend een bedrag van je rekening af te schrijven volgens de opdracht van {creditor}.',
        'Ben je het niet eens met een afschrijving, dan kun je die laten terugboeken. Neem hiervoor binnen acht weken na de afschrijving contact op met je bank. Vraag je bank naar de voorwaarden.',
        'De machtiging geldt alleen voor bestellingen die je zelf plaatst. Je gaat ermee akkoord dat we het bedrag en de dag van elke afschrijving minstens één dag van tevoren per e-mail aankondigen.',
        'Je ondertekent de machtiging met de code die we naar je telefoon sturen. Je kunt de machtiging op deze site altijd intrekken. Afschrijvingen voor bestellingen die je al hebt geplaatst, gaan nog door.',
      ],
    },
    fr: {
      title: 'Mandat de prélèvement SEPA',
      creditor: 'Créancier',
      identifier: 'Identifiant créancier SEPA',
      reference: 'Référence unique du mandat',
      holder: 'Titulaire du compte',
      account: 'Compte',
      payment: 'Type de paiement',
      recurrent: 'Paiement récurrent',
      signed: 'Signé le',
      paragraphs: [
        'En signant ce mandat, tu autorises (A) {creditor} à envoyer des instructions à ta banque pour débiter ton compte, et (B) ta banque à débiter ton compte conformément aux instructions de {creditor}.',
        'Tu bénéficies d’un droit au remboursement par ta banque selon les conditions décrites dans la convention que tu as passée avec elle. Une demande de remboursement doit être présentée dans les 8 semaines suivant la date de débit de ton compte. Tes droits concernant ce mandat sont expliqués dans un document que tu peux obtenir auprès de ta banque.',
        'Le mandat ne couvre que les commandes que tu passes toi-même. Tu acceptes que le montant et le jour de chaque prélèvement te soient annoncés par e-mail au moins un jour avant.',
        'Tu signes le mandat avec le code que nous envoyons sur ton téléphone. Tu peux le révoquer à tout moment sur ce site. Les prélèvements des commandes déjà passées ont encore lieu.',
      ],
    },
    it: {
      title: 'Mandato di addebito diretto SEPA',
      creditor: 'Creditore',
      identifier: 'Identificativo del creditore',
      reference: 'Riferimento del mandato',
      holder: 'Intestatario del conto',
      account: 'Conto',
      payment: 'Tipo di pagamento',
      recurrent: 'Pagamento ricorrente',
      signed: 'Firmato il',
      paragraphs: [
        'Con la sottoscrizione di questo mandato autorizzi (A) {creditor} a inviare alla tua banca l’ordine di addebito del tuo conto e (B) la tua banca ad addebitare il conto in conformità alle disposizioni impartite da {creditor}.',
        'Hai diritto di ottenere il rimborso dalla tua banca in accordo e alle condizioni indicate nel contratto che regola il rapporto con la banca. Il rimborso deve essere richiesto entro e non oltre 8 settimane a decorrere dalla data di addebito in conto. I tuoi diritti sono indicati nella documentazione che puoi ottenere dalla tua banca.',
        'Il mandato vale solo per gli ordini che fai tu. Accetti che l’importo e il giorno di ogni addebito ti siano annunciati per e-mail almeno un giorno prima.',
        'Firmi il mandato con il codice che inviamo al tuo telefono. Puoi revocarlo in qualsiasi momento su questo sito. Gli addebiti degli ordini già fatti vengono comunque eseguiti.',
      ],
    },
    es: {
      title: 'Orden de domiciliación de adeudo directo SEPA',
      creditor: 'Acreedor',
      identifier: 'Identificador del acreedor',
      reference: 'Referencia de la orden de domiciliación',
      holder: 'Titular de la cuenta',
      account: 'Cuenta',
      payment: 'Tipo de pago',
      recurrent: 'Pago recurrente',
      signed: 'Firmada el',
      paragraphs: [
        'Mediante la firma de esta orden de domiciliación autorizas (A) a {creditor} a enviar instrucciones a tu banco para adeudar tu cuenta y (B) a tu banco para efectuar los adeudos en tu cuenta siguiendo las instrucciones de {creditor}.',
        'Como parte de tus derechos, puedes pedir el reembolso a tu banco en los términos y condiciones del contrato suscrito con él. La solicitud de reembolso deberá efectuarse dentro de las ocho semanas que siguen a la fecha de adeudo en cuenta. Puedes obtener información adicional sobre tus derechos en tu banco.',
        'La orden solo cubre los pedidos que haces tú. Aceptas que el importe y el día de cada adeudo se te anuncien por correo electrónico al menos un día antes.',
        'Firmas la orden con el código que enviamos a tu teléfono. Puedes revocarla en este sitio en cualquier momento. Los adeudos de los pedidos ya hechos se cobran igualmente.',
      ],
    },
    pl: {
      title: 'Zgoda na polecenie zapłaty SEPA',
      creditor: 'Wierzyciel',
      identifier: 'Identyfikator wierzyciela',
      reference: 'Numer referencyjny zgody',
      holder: 'Posiadacz rachunku',
      account: 'Rachunek',
      payment: 'Rodzaj płatności',
      recurrent: 'Płatność cykliczna',
      signed: 'Data podpisu',
      paragraphs: [
        'Podpisując tę zgodę, upoważniasz (A) {creditor} do wysyłania do twojego banku instrukcji obciążenia twojego rachunku oraz (B) twój bank do obciążania twojego rachunku zgodnie z instrukcjami, które wysyła {creditor}.',
        'W ramach swoich praw możesz uzyskać od swojego banku zwrot na warunkach zawartej z nim umowy. O zwrot należy wystąpić w ciągu 8 tygodni od dnia obciążenia rachunku. Twoje prawa są opisane w dokumencie, który możesz otrzymać w swoim banku.',
        'Zgoda obejmuje tylko zamówienia, które składasz samodzielnie. Zgadzasz się, że kwotę i dzień każdego obciążenia zapowiemy ci e-mailem co najmniej jeden dzień wcześniej.',
        'Podpisujesz zgodę kodem, który wysyłamy na twój telefon. Możesz ją cofnąć na tej stronie w każdej chwili. Obciążenia za złożone już zamówienia zostaną jeszcze pobrane.',
      ],
    },
  },
};

/**
 * The whole mandate of a version in a language, with its values. The words are the same on the page, in the mail and in
 * the proof for a bank.
 *
 * @throws {Error} for a version that never was.
 */
export function mandateText(locale: Locale, version: string, values: MandateValues): MandateText {
  const words = VERSIONS[version]?.[locale];
  if (!words) throw new Error(`no mandate text ${version}: the versions are ${MANDATE_VERSIONS.join(', ')}`);
  const { creditor, reference, ibanEnd, holder, signedOn } = values;
  const facts = [
    [words.creditor, creditor.name],
    [words.identifier, creditor.identifier],
    [words.reference, reference],
    [words.holder, holder],
    [words.account, `•••• ${ibanEnd}`],
    [words.payment, words.recurrent],
    [words.signed, signedOn],
  ] as const;
  return {
    title: words.title,
    facts: facts.flatMap(([label, value]) => (value === undefined ? [] : { label, value })),
    paragraphs: words.paragraphs.map((text) => withName(text, creditor.name)),
  };
}

/** The text with the creditor’s name. One full stop ends a sentence whose last word is “B.V.”. */
function withName(text: string, name: string): string {
  return text.replaceAll(/\{creditor\}(\.?)/g, (_, stop: string) =>
    name.endsWith('.') ? name : name + stop,
  );
}

/** All versions that were ever signed, the oldest first. */
export const MANDATE_VERSIONS: readonly string[] = Object.keys(VERSIONS);

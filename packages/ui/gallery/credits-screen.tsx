import { Gift, MessageCircle, RotateCcw, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  Countdown,
  PackageGroup,
  Page,
  StatementDay,
  StatementRow,
  WayGroup,
} from '../src/index.ts';
import { Shell } from './shell.tsx';

const TERMS = 'Einmalige Zahlung, inkl. MwSt.';
const NOTE = 'Credits sofort';
const CARDS = [
  { logo: 'visa', label: 'Visa' },
  { logo: 'mastercard', label: 'Mastercard' },
  { logo: 'maestro', label: 'Maestro' },
  { logo: 'cartebancaire', label: 'Carte Bancaire' },
] as const;
const WAYS = [
  { value: 'creditcard', label: 'Kredit- oder Debitkarte', brands: CARDS },
  { value: 'ideal', label: 'iDEAL | Wero' },
  { value: 'bancontact', label: 'Bancontact' },
  { value: 'prezelewy24', label: 'Przelewy24' },
  { value: 'giropay', label: 'giropay' },
  { value: 'sofort', label: 'Sofort' },
  { value: 'eps', label: 'EPS' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'nexi', label: 'Nexi' },
  { value: 'applepay', label: 'Apple Pay' },
  { value: 'paysafecard', label: 'paysafecard' },
  { value: 'sct', label: 'Überweisung' },
  { value: 'sdd', label: 'SEPA-Lastschrift' },
  { value: 'blik', label: 'BLIK', reason: 'Hier nicht verfügbar (Deutschland)' },
] as const;

const LEFT = { hours: '03', minutes: '28', seconds: '07' };

export function CreditsScreen() {
  const [pack, setPack] = useState('p1');
  const [way, setWay] = useState<string>('creditcard');
  return (
    <Shell current="Credits">
      <Page className="max-w-[960px]!">
        <Banner
          tone="bonus"
          title="25 % Willkommensbonus auf den ersten Kauf"
          aside={<Countdown left={LEFT} label="Gültig noch" className="title text-lg" />}
          className="mb-8"
        >
          Wird automatisch abgezogen, solange die Uhr läuft.
        </Banner>
        <p className="text-sm font-semibold text-ink-2">Dein Guthaben</p>
        <h1 className="title tabular text-3xl">7 Credits</h1>
        <p className="mt-1 text-ink-2">Reicht für 7 Nachrichten. Antworten kosten ebenfalls 1 Credit.</p>
        <PackageGroup
          className="mt-9"
          label="Pakete"
          value={pack}
          onChange={setPack}
          notice="Einmalige Zahlung, kein Abonnement. Nicht verbrauchte Credits erstatten wir innerhalb von 14 Tagen."
          options={[
            {
              value: 'p0',
              credits: '25',
              unit: 'Credits',
              terms: TERMS,
              price: { price: '7,49 €', oldPrice: '9,99 €', note: '0,30 € pro Nachricht' },
            },
            {
              value: 'p1',
              credits: '60',
              unit: 'Credits',
              terms: TERMS,
              ribbon: 'Am beliebtesten',
              price: { price: '14,99 €', oldPrice: '19,99 €', note: '0,25 € pro Nachricht' },
            },
            {
              value: 'p2',
              credits: '150',
              unit: 'Credits',
              terms: TERMS,
              price: { price: '29,99 €', oldPrice: '39,99 €', note: '0,20 € pro Nachricht' },
            },
            {
              value: 'p3',
              credits: '400',
              unit: 'Credits',
              terms: TERMS,
              price: { price: '67,49 €', oldPrice: '89,99 €', note: '0,17 € pro Nachricht' },
            },
          ]}
        />
        <div className="mt-5">
          <Button variant="primary" size="lg" className="max-sm:w-full">
            60 Credits kaufen · 14,99 €
          </Button>
        </div>
        <div className="mt-14 max-w-140">
          <WayGroup
            label="Wie möchtest du bezahlen?"
            options={WAYS.map((one) => ({ ...one, logo: one.value, note: NOTE }))}
            value={way}
            onChange={setWay}
          />
        </div>
        <h2 className="title mt-14 mb-2 text-xl">Kontoauszug</h2>
        <StatementDay day="Heute">
          <StatementRow
            kind="held"
            icon={<MessageCircle />}
            title="Nachricht an Mira"
            detail="09:14 · wird zugestellt"
            amount="−1"
            balance="7"
          />
          <StatementRow
            kind="in"
            icon={<RotateCcw />}
            title="Zurück: Nachricht an Bram"
            detail="08:51 · nicht zustellbar, nichts berechnet"
            amount="+1"
            balance="8"
          />
          <StatementRow
            kind="out"
            icon={<MessageCircle />}
            title="Nachricht an Maximilian-Alexander"
            detail="08:50 · 0,25 €"
            amount="−1"
            balance="7"
          />
        </StatementDay>
        <StatementDay day="Montag, 16. November">
          <StatementRow
            kind="in"
            icon={<ShoppingBag />}
            title="60 Credits gekauft"
            detail="19:22 · 14,99 € · iDEAL"
            amount="+60"
            balance="63"
          />
          <StatementRow
            kind="in"
            icon={<Gift />}
            title="Willkommensgeschenk"
            detail="19:02"
            amount="+3"
            balance="3"
          />
        </StatementDay>
      </Page>
    </Shell>
  );
}

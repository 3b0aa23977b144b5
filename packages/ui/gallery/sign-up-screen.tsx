import { Mail } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  CheckboxField,
  DateOfBirthField,
  FormError,
  Page,
  PasswordField,
  ProgressLine,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
  TextLink,
} from '../src/index.ts';
import { Shell } from './shell.tsx';

export function SignUpScreen() {
  const [email, setEmail] = useState('johanna@gmial.com');
  const [name, setName] = useState('@johanna');
  const [born, setBorn] = useState('1991-04-');
  const [gender, setGender] = useState<'f' | 'm' | null>('f');
  const [password, setPassword] = useState('correct horse');
  const [about, setAbout] = useState('');
  const [agreed, setAgreed] = useState(true);
  return (
    <Shell isVisitor hasFooter={false}>
      <Page width="narrow">
        <ProgressLine value={2} max={5} label="Schritt 2 von 5" />
        <h1 className="title mt-6 mb-1 text-2xl">Wer bist du?</h1>
        <p className="mb-6 text-ink-2">
          Noch drei kleine Schritte. Alles bleibt gespeichert, auch wenn du neu lädst.
        </p>
        <form className="grid gap-2.5" noValidate>
          <TextField
            label="E-Mail-Adresse"
            type="email"
            value={email}
            onChange={setEmail}
            icon={<Mail className="size-5" />}
            description={
              <>
                Meintest du <TextLink href="#x">johanna@gmail.com</TextLink>?
              </>
            }
          />
          <TextField
            label="Benutzername"
            value={name}
            onChange={setName}
            errorMessage="Der Name darf nicht mit @ beginnen."
          />
          <RadioGroup
            label="Ich bin"
            value={gender}
            onChange={setGender}
            options={[
              { value: 'f', label: 'eine Frau' },
              { value: 'm', label: 'ein Mann' },
            ]}
          />
          <DateOfBirthField
            label="Geburtsdatum"
            locale="de"
            value={born}
            onChange={setBorn}
            labels={{ day: 'Tag', month: 'Monat', year: 'Jahr' }}
            placeholders={{ day: 'TT', month: 'MM', year: 'JJJJ' }}
            description="Nur dein Alter ist sichtbar."
          />
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label="Land"
              value="de"
              onChange={() => {}}
              options={[{ value: 'de', label: 'Deutschland' }]}
            />
            <SelectField
              label="Bundesland"
              value=""
              placeholder="Bitte wählen"
              onChange={() => {}}
              options={[{ value: 'mv', label: 'Mecklenburg-Vorpommern' }]}
              errorMessage="Bitte wählen"
            />
          </div>
          <PasswordField
            label="Passwort"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            showLabel="Zeigen"
            hideLabel="Verbergen"
            description="Mindestens 8 Zeichen."
          />
          <TextArea
            label="Über mich"
            value={about}
            onChange={setAbout}
            placeholder="Zwei Sätze reichen."
            counter="0 / 500"
          />
          <CheckboxField
            value={agreed}
            onChange={setAgreed}
            label={
              <>
                Ich bin mindestens 18 und stimme den <TextLink href="#terms">Nutzungsbedingungen</TextLink>{' '}
                zu.
              </>
            }
          />
          <FormError>Diese E-Mail-Adresse gehört schon zu einem Konto.</FormError>
          <div className="mt-2 flex gap-3">
            <Button variant="ghost" size="lg">
              Zurück
            </Button>
            <Button variant="primary" size="lg" className="grow" isPending>
              Weiter
            </Button>
          </div>
        </form>
      </Page>
    </Shell>
  );
}

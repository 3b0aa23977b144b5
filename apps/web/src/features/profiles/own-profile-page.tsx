import { Button, Page, PageHeader, Section, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { Suspense } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useMember } from '../../client/session.ts';
import { OptionalFacts, useAsksOptionalFacts } from './optional-facts.tsx';
import { AboutField, FactFields, InterestFields, PersonFields } from './own-fields.tsx';
import { OwnPhotos } from './own-photos.tsx';
import { useOwnProfile } from './own-profile-state.ts';
import { PlaceSection } from './place-section.tsx';
import { OwnAnswers } from './prompts/own-answers.tsx';
import { SaveNote } from './save-note.tsx';
import { useShown } from './shown-fields.ts';

/** The member's own profile: pictures, then all details. Changes are saved at once. */
export function OwnProfilePage() {
  const { t } = useLingui();
  const { id, status } = useMember();
  useDocumentTitle(t`My profile`);
  return (
    <Page className="grow">
      <PageHeader
        title={t`My profile`}
        description={t`Changes save automatically.`}
        actions={
          status === 'active' && (
            <Button href={`/members/${id}`} icon={<Eye className="size-5" aria-hidden />}>
              <Trans>Preview profile</Trans>
            </Button>
          )
        }
      />
      <Suspense fallback={<EditorSkeleton />}>
        <Editor />
      </Suspense>
    </Page>
  );
}

function Editor() {
  const { t } = useLingui();
  const form = useOwnProfile();
  const { shows } = useShown();
  const asksMore = useAsksOptionalFacts();
  return (
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="lg:sticky lg:top-[calc(var(--bar-height)+28px)]">
        <Section title={t`Photos`}>
          <OwnPhotos profile={form.profile} />
        </Section>
      </div>
      <div className="grid min-w-0 gap-10">
        {shows('about') && (
          <Section title={t`About me`}>
            <AboutField form={form} />
          </Section>
        )}
        {shows('prompts') && (
          <Section title={t`Your answers`}>
            <OwnAnswers form={form} />
          </Section>
        )}
        <Section title={t`You`}>
          <PersonFields form={form} />
        </Section>
        <Section title={t`Where you live`}>
          <PlaceSection form={form} />
        </Section>
        <Section title={t`Facts`}>
          <FactFields form={form} />
        </Section>
        {asksMore && (
          <Section title={t`More about you`}>
            <OptionalFacts form={form} />
          </Section>
        )}
        {shows('interests') && (
          <Section title={t`Interests`}>
            <InterestFields form={form} />
          </Section>
        )}
      </div>
      <SaveNote form={form} />
    </div>
  );
}

function EditorSkeleton() {
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Skeleton className="aspect-4/5 w-full rounded-card" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-40" />
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}

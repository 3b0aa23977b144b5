import { Page } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { HomePromises, type PromiseSettings } from './home-promises.tsx';
import { type InvitationProps, InvitationView } from './invitation-view.tsx';
import { PortraitCollage } from './portrait-collage.tsx';

export interface HomeViewProps extends Omit<InvitationProps, 'settings'> {
  settings: InvitationProps['settings'] & PromiseSettings;
}

/** Home for visitors: one sentence, drifting portraits, one field to begin with; below it how the site works. */
export function HomeView({ settings, ...invitation }: HomeViewProps) {
  return (
    <Page className="grow overflow-x-clip">
      <section className="grid items-center gap-x-16 gap-y-8 pb-10 lg:min-h-[min(680px,calc(100dvh-140px))] lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
        <div className="max-lg:order-2">
          <h1 className="title max-w-[17ch] text-[clamp(2rem,6.2vw,3.75rem)] leading-[1.06]">
            <Trans>Someone here likes the way you think.</Trans>
          </h1>
          <p className="mt-4 max-w-[46ch] text-md text-ink-2">
            <Trans>
              Find people near you, see what they have to say and write to the ones you like. It’s free to
              join. You pay for messages, never for a subscription.
            </Trans>
          </p>
          <InvitationView settings={settings} {...invitation} />
        </div>
        <PortraitCollage className="max-lg:order-1" />
      </section>
      <HomePromises settings={settings} />
    </Page>
  );
}

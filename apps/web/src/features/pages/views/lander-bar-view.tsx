import { Anchor, Logo } from '@heartline/ui';

/** The bar of the lander layout: the logo alone (S2-134). */
export function LanderBarView({ name }: { name: string }) {
  return (
    <header className="safe-x mx-auto flex h-14 w-full max-w-page items-center">
      <Anchor href="/" className="flex min-h-11 items-center rounded-sm">
        <Logo name={name} />
      </Anchor>
    </header>
  );
}

import { type ReactNode, useId } from 'react';
import { Anchor } from '../actions/anchor.tsx';

export interface FooterGroup {
  /** Heading over the links, and the accessible name of their list. */
  title: string;
  /** `isFile`: the server answers this address with a file, so the router must not follow it. */
  links: readonly { href: string; label: string; isFile?: boolean }[];
}

export interface FooterProps {
  /** Accessible name of the navigation. */
  label: string;
  groups: readonly FooterGroup[];
  /** Copyright, company, the fictional note. */
  children?: ReactNode;
}

/** The footer of a page: links in columns, with the texts under them or, on wide windows, beside them. */
export function Footer({ label, groups, children }: FooterProps) {
  return (
    <footer className="mt-auto border-t border-line print:hidden">
      <div className="safe-x mx-auto grid max-w-page gap-x-12 gap-y-6 py-8 text-sm text-ink-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <nav aria-label={label} className="grid grid-cols-2 content-start gap-x-4 gap-y-6 md:grid-cols-3">
          {groups.map((group) => (
            <FooterLinks key={group.title} {...group} />
          ))}
        </nav>
        {children && (
          <div className="border-line max-lg:border-t max-lg:pt-6">
            <div className="grid max-w-text gap-2">{children}</div>
          </div>
        )}
      </div>
    </footer>
  );
}

function FooterLinks({ title, links }: FooterGroup) {
  const id = useId();
  return (
    // On a phone the first and third group share a column.
    <div className="min-w-0 max-md:nth-2:row-span-2">
      <p id={id} className="font-semibold text-ink">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-1 grid">
        {links.map((link) => (
          <li key={link.href} className="min-w-0">
            <Anchor
              href={link.href}
              target={link.isFile ? '_self' : undefined}
              className="-mx-2 inline-flex min-h-11 max-w-[calc(100%+1rem)] items-center rounded-sm px-2 py-1 wrap-anywhere hyphens-auto hover:text-ink hover:underline pointer-fine:min-h-8"
            >
              {link.label}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

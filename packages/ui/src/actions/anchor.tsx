import type { ComponentProps, MouseEvent } from 'react';
import { createContext, use } from 'react';

/** Client-side navigation for links inside the app. `preload` is called on hover, focus and touch. */
export interface LinkActions {
  navigate: (href: string) => void;
  preload?: ((href: string) => void) | undefined;
  /** The address under which a page is linked, such as the one in the language of the visit. */
  address?: ((href: string) => string) | undefined;
}

const LinkContext = createContext<LinkActions | null>(null);

/** Wrap the app once: every `href` of this package then uses the app's router instead of a page load. */
export const LinkProvider = LinkContext.Provider;

/** The current way to follow links inside the app, for a part of a page with a way of its own. */
export const useLinks = () => use(LinkContext);

export interface AnchorProps extends ComponentProps<'a'> {
  href: string;
}

const isPlainClick = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const isInside = ({ href, target, download }: AnchorProps) =>
  href.startsWith('/') && !href.startsWith('//') && !target && download === undefined;

/** A real `<a>`: it opens in a new tab, can be copied, and works before any script. A plain press uses the router. */
export function Anchor(props: AnchorProps) {
  const links = use(LinkContext);
  const { href, onClick, onPointerEnter, onFocus, onTouchStart } = props;
  const inside = links !== null && isInside(props);
  const preload = () => inside && links.preload?.(href);
  return (
    <a
      {...props}
      href={inside ? (links.address?.(href) ?? href) : href}
      onClick={(event) => {
        onClick?.(event);
        if (!inside || event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        links.navigate(href);
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        preload();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        preload();
      }}
    />
  );
}

/** A link inside running text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return (
    <Anchor
      {...rest}
      className={`rounded-sm text-sky underline decoration-1 underline-offset-3 hover:decoration-2 ${className ?? ''}`}
    />
  );
}

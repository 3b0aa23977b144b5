import { Heart, Languages, MessageCircle, Search, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Avatar,
  Badge,
  BottomBar,
  Button,
  CreditsPill,
  Footer,
  Logo,
  Menu,
  NavItem,
  SkipLink,
  Toasts,
  TopBar,
} from '../src/index.ts';
import { portrait } from './people.ts';

const places = [
  { href: '#members', label: 'Search', icon: <Search aria-hidden />, badge: undefined },
  {
    href: '#chats',
    label: 'Messages',
    icon: <MessageCircle aria-hidden />,
    badge: <Badge label="99+ unread">99+</Badge>,
  },
  {
    href: '#likes',
    label: 'Likes',
    icon: <Heart aria-hidden />,
    badge: <Badge label="3 new likes">3</Badge>,
  },
];

const toLink = (label: string) => ({ href: `#${label}`, label });

function LanguageMenu() {
  const [language, setLanguage] = useState('de');
  const languages = {
    nl: 'Nederlands',
    en: 'English',
    de: 'Deutsch',
    es: 'Español',
    fr: 'Français',
    it: 'Italiano',
    pl: 'Polski',
  };
  return (
    <Menu
      label="Language"
      items={Object.entries(languages).map(([id, label]) => ({
        id,
        label,
        lang: id,
        isSelected: id === language,
        onPress: () => setLanguage(id),
      }))}
    >
      <Languages className="size-5" aria-hidden />
    </Menu>
  );
}

/** Bars around a screen, for a member or a visitor. */
export function Shell({
  children,
  current = '',
  isVisitor,
  hasFooter = true,
}: {
  children: ReactNode;
  current?: string;
  isVisitor?: boolean;
  hasFooter?: boolean;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink>Skip to content</SkipLink>
      <TopBar
        label="Main"
        brand={
          <a href="#home" className="rounded-control">
            <Logo name="Heartline" />
          </a>
        }
        end={
          isVisitor ? (
            <>
              <LanguageMenu />
              <Button variant="ghost">Log in</Button>
            </>
          ) : (
            <>
              <a href="#credits" className="rounded-full">
                <CreditsPill tone="amber" label="7 credits left">
                  7
                </CreditsPill>
              </a>
              <Menu
                label="Account"
                header={
                  <>
                    <span className="title block text-md">Johanna</span>
                    <span className="text-sm text-ink-2">7 credits · Premium</span>
                  </>
                }
                items={[
                  {
                    id: 'profile',
                    label: 'My profile',
                    icon: <UserRound className="size-5" />,
                    href: '#profile',
                  },
                  { id: 'settings', label: 'Settings', href: '#settings' },
                  { id: 'logout', label: 'Log out', startsGroup: true },
                ]}
              >
                <Avatar name="Johanna" src={portrait(3)} size="sm" />
              </Menu>
            </>
          )
        }
      >
        {!isVisitor &&
          places.map((place) => <NavItem key={place.href} {...place} isCurrent={place.label === current} />)}
      </TopBar>
      {children}
      {hasFooter && (
        <Footer
          label="Information"
          groups={[
            { title: 'Help', links: ['FAQ', 'Support', 'Pricing', 'Complaints'].map(toLink) },
            {
              title: 'Terms and rights',
              links: ['Terms', 'Privacy', 'Cookies', 'Return policy'].map(toLink),
            },
          ]}
        >
          <p>
            © 2025 Heartline. Profiles with the fictional mark are written by our staff; real meetings with
            them are not possible.
          </p>
        </Footer>
      )}
      {!isVisitor && (
        <BottomBar label="Main">
          {places.map((place) => (
            <NavItem key={place.href} {...place} layout="column" isCurrent={place.label === current} />
          ))}
          <NavItem href="#credits" label="Credits" icon={<UserRound aria-hidden />} layout="column" />
        </BottomBar>
      )}
      <Toasts label="Notifications" closeLabel="Close" />
    </div>
  );
}

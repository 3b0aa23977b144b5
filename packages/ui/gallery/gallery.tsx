import './gallery.css';
import { type ComponentType, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SelectField } from '../src/index.ts';
import { ChatScreen } from './chat-screen.tsx';
import { CreditsScreen } from './credits-screen.tsx';
import { HomeScreen } from './home-screen.tsx';
import { MembersScreen } from './members-screen.tsx';
import { DrawingsScreen, PartsScreen } from './parts-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';
import { SignUpScreen } from './sign-up-screen.tsx';

const screens: Record<string, ComponentType> = {
  home: HomeScreen,
  members: MembersScreen,
  profile: ProfileScreen,
  chat: ChatScreen,
  credits: CreditsScreen,
  'sign-up': SignUpScreen,
  parts: PartsScreen,
  drawings: DrawingsScreen,
};

/** Without a query: one screen, light and dark side by side. With `?screen=chat&theme=dark`: only that screen. */
function SideBySide() {
  const [screen, setScreen] = useState('members');
  return (
    <div className="flex h-dvh flex-col gap-3 p-3">
      <div className="w-60">
        <SelectField
          label="Screen"
          isCompact
          value={screen}
          onChange={setScreen}
          options={Object.keys(screens).map((name) => ({ value: name, label: name }))}
        />
      </div>
      <div className="grid min-h-0 grow grid-cols-2 gap-3">
        {['light', 'dark'].map((theme) => (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this very page
          <iframe
            key={theme}
            title={theme}
            src={`?screen=${screen}&theme=${theme}`}
            className="size-full rounded-card border border-line"
          />
        ))}
      </div>
    </div>
  );
}

const query = new URLSearchParams(location.search);
const Screen = screens[query.get('screen') ?? ''] ?? SideBySide;
document.documentElement.dataset['theme'] = query.get('theme') ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Screen />
  </StrictMode>,
);

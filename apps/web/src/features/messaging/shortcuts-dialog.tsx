import { Dialog, Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { areSingleKeysOn, setSingleKeys } from './shortcuts.ts';

/** Names printed on the keys, which differ by language. */
function useKeyNames() {
  const { t } = useLingui();
  return {
    enter: t({ message: 'Enter', context: 'key' }),
    shift: t({ message: 'Shift', context: 'key' }),
    ctrl: t({ message: 'Ctrl', context: 'key' }),
    home: t({ message: 'Home', context: 'key' }),
    end: t({ message: 'End', context: 'key' }),
    pageUp: t({ message: 'Page ↑', context: 'key' }),
    pageDown: t({ message: 'Page ↓', context: 'key' }),
  };
}

/** All keyboard shortcuts of the chat screens, and the switch for single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const key = useKeyNames();
  const groups: { title: string; keys: [keys: string[], words: string][] }[] = [
    {
      title: t`Anywhere in messages`,
      keys: [
        [['?'], t`These shortcuts`],
        [['/'], t`Search names and messages`],
        [['Alt', '↑'], t`Previous chat`],
        [['Alt', '↓'], t`Next chat`],
      ],
    },
    {
      title: t`In the list`,
      keys: [
        [['↑', '↓'], t`Move through the list`],
        [[key.home, key.end], t`First and last`],
        [[key.enter], t`Open`],
      ],
    },
    {
      title: t`In a chat`,
      keys: [
        [['A – Z'], t`Start typing`],
        [[key.enter], t`Send`],
        [[key.shift, key.enter], t`New line`],
        [[key.ctrl, 'F'], t`Search in chat`],
        [['↑', '↓'], t`Move between messages`],
        [[key.pageUp, key.pageDown], t`Scroll`],
        [[key.home, key.end], t`Oldest and newest message`],
        [[key.enter], t`Message options`],
        [['Esc'], t`Back to the message field`],
        [['Esc'], t`In the message field: cancel reply`],
      ],
    },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Keyboard shortcuts`}
      closeLabel={t`Close`}
      size="md"
    >
      <div className="grid gap-6">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-sm font-semibold text-ink-2">{title}</h3>
            <dl>
              {keys.map(([names, words]) => (
                <div
                  key={words}
                  className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-0"
                >
                  <dt>{words}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {names.map((name) => (
                      <kbd
                        key={name}
                        className="min-w-7 rounded-sm border border-line bg-sunk px-1.5 py-0.5 text-center font-sans text-xs"
                      >
                        {name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={t`Single keys (?, / and letters)`}
          value={isOn}
          onChange={(next) => {
            setOn(next);
            setSingleKeys(next);
          }}
        />
      </div>
    </Dialog>
  );
}

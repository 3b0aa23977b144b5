import type { ProfileCard } from '@heartline/contracts';
import { IconButton, Menu } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Gift, ImagePlus, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useMedia } from '../../../client/media.ts';
import { openedPart } from '../../../client/opened-part.tsx';
import { useIncomingPicture } from './use-incoming-picture.ts';
import type { Outgoing } from './use-send.ts';

const PhotoSheet = openedPart(() => import('../photos/photo-sheet.tsx'), 'PhotoSheet');
const GiftSheet = openedPart(() => import('../gifts/gift-sheet.tsx'), 'GiftSheet');

export interface AttachmentsProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Credits nothing else will use. */
  credits: number;
  /** Puts it on its way; `onSent` runs once it is in the outbox’s hands. */
  send: (outgoing: Outgoing, onSent: () => void) => void;
}

/** Left of the field: photos and gifts. Behind one button where there is little room. */
export function Attachments({ profile, credits, send }: AttachmentsProps) {
  const { t } = useLingui();
  const isWide = useMedia('(width >= 992px)');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { gift: isAsked } = useSearch({ strict: false });
  const [isGiving, setGiving] = useState(isAsked === 1);
  useIncomingPicture(setFile);
  const choosePhoto = () => input.current?.click();
  const give = () => setGiving(true);
  const photo = t`Send a photo`;
  const gift = t`Send a gift`;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={photo}
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) setFile(chosen);
          event.target.value = '';
        }}
      />
      {isWide ? (
        <>
          <IconButton label={photo} onPress={choosePhoto}>
            <ImagePlus className="size-5" aria-hidden />
          </IconButton>
          <IconButton label={gift} onPress={give}>
            <Gift className="size-5" aria-hidden />
          </IconButton>
        </>
      ) : (
        <Menu
          label={t`Photo or gift`}
          buttonClassName="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-hover hover:text-ink"
          items={[
            {
              id: 'photo',
              label: photo,
              onPress: choosePhoto,
              icon: <ImagePlus className="size-5" aria-hidden />,
            },
            { id: 'gift', label: gift, onPress: give, icon: <Gift className="size-5" aria-hidden /> },
          ]}
        >
          <Plus className="size-5" aria-hidden />
        </Menu>
      )}
      <Suspense fallback={null}>
        {file && (
          <PhotoSheet
            file={file}
            profile={profile}
            credits={credits}
            onChooseAnother={choosePhoto}
            onClose={() => setFile(null)}
            onSend={(outgoing) => send(outgoing, () => setFile(null))}
          />
        )}
        {isGiving && (
          <GiftSheet
            profile={profile}
            credits={credits}
            onClose={() => setGiving(false)}
            onSend={(outgoing) => send(outgoing, () => setGiving(false))}
          />
        )}
      </Suspense>
    </>
  );
}

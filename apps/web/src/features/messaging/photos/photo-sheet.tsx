import {
  boundsFault,
  boundsRefusal,
  PHOTO_BOUNDS,
  type ProfileCard,
  type Refusal,
} from '@heartline/contracts';
import { cleanNote, photoPrice } from '@heartline/domain';
import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAskBeforeClosing } from '../../../client/ask-before-closing.tsx';
import { useErrorMessage } from '../../../client/error-message.ts';
import { settingsQuery } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';
import { SheetLabel } from '../../../people/sheet-label.tsx';
import { smallerPicture } from '../../../people/upload-picture.ts';
import { SheetSend, useSheetSend } from '../composer/sheet-send.tsx';
import { SheetTextField } from '../composer/sheet-text-field.tsx';
import { usePersistedSheet } from '../composer/sheets.ts';
import type { Outgoing } from '../composer/use-send.ts';

interface PhotoSheetProps {
  conversation: string;
  content: { picture: Blob; words: string };
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  credits: number;
  onSend: (outgoing: Outgoing) => void;
  /** Opens the file picker again; the new file replaces this one. */
  onChooseAnother: () => void;
  onClose: () => void;
}

interface Picture {
  blob: Blob;
  width: number;
  height: number;
  address: string;
}

/** A chosen photo before it is sent: preview, text and price. Nothing has left the device yet. */
export function PhotoSheet(props: PhotoSheetProps) {
  const { content, profile, credits, onSend, onClose } = props;
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { name } = profile;
  // Fetch again, so that the button shows the price that is charged.
  useQuery({ ...settingsQuery, refetchOnMount: 'always' });
  const price = photoPrice(useSettings(), profile);
  const [words, setWords] = useState(content.words);
  usePersistedSheet(props.conversation, content, { ...content, words });
  const { close, question } = useAskBeforeClosing(words.trim() !== '', onClose);
  const picture = usePicture(content.picture);
  const ready = picture && 'code' in picture ? undefined : picture;
  const sending = useSheetSend({
    kind: 'photo',
    profile,
    words,
    price,
    isReady: ready !== undefined,
    onSend: () => {
      if (!ready) return;
      const { blob, width, height } = ready;
      onSend({ kind: 'photo', text: cleanNote(words), credits: price, photo: { blob, width, height } });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t`Send a photo to ${name}`}
      closeLabel={t`Close`}
      narrow="sheet"
      footer={
        <SheetSend
          price={price}
          credits={credits}
          blocked={sending.blocked}
          send={sending.send}
          onClose={onClose}
        />
      }
    >
      <SheetLabel profile={profile} />
      <div className="grid gap-4">
        <div className="flex h-[min(30dvh,340px)] items-center justify-center overflow-hidden rounded-card bg-sunk">
          {picture && 'code' in picture ? (
            <div className="grid justify-items-center gap-4 p-6">
              <p role="alert" className="text-center text-ink-2">
                {errorTextOf(picture)}
              </p>
              <Button onPress={props.onChooseAnother}>
                <Trans>Choose another photo</Trans>
              </Button>
            </div>
          ) : (
            ready && <img src={ready.address} alt={t`Your photo`} className="size-full object-contain" />
          )}
        </div>
        <SheetTextField value={words} onChange={setWords} onSend={sending.send} isFirst />
        <p className="text-sm text-ink-2">
          {profile.fictional ? (
            // Operators can't uncover photos.
            <Trans>
              The person answering as {name} only sees it blurred. You can take it back at any time.
            </Trans>
          ) : (
            <Trans>{name} sees it blurred until they choose to look. You can take it back at any time.</Trans>
          )}
        </p>
      </div>
      {question}
    </Dialog>
  );
}

/** The picture in the size it will be sent, or why it can't be. */
function usePicture(file: Blob): Picture | Refusal | undefined {
  const [picture, setPicture] = useState<Picture | Refusal>();
  useEffect(() => {
    let address = '';
    let isOver = false;
    setPicture(undefined);
    void read(file).then(
      (read) => {
        if (isOver) return;
        const fault = boundsFault(read, PHOTO_BOUNDS.chat);
        if (fault) return setPicture(boundsRefusal(fault, PHOTO_BOUNDS.chat));
        address = URL.createObjectURL(read.blob);
        setPicture({ ...read, address });
      },
      () => !isOver && setPicture({ code: 'PHOTO_UNREADABLE' }),
    );
    return () => {
      isOver = true;
      URL.revokeObjectURL(address);
    };
  }, [file]);
  return picture;
}

async function read(file: Blob): Promise<Omit<Picture, 'address'>> {
  const blob = await smallerPicture(file);
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height };
}

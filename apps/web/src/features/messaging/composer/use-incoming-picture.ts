import { useEffect } from 'react';

/**
 * A picture that is pasted or dropped anywhere on the page of an open conversation is one to be sent. While a sheet or
 * dialog is open, that has the word.
 */
export function useIncomingPicture(take: (picture: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // What is copied from a page or a document comes as words and as a picture of them: the words are meant.
      if (isTaken(event) || event.clipboardData?.types.includes('text/plain')) return;
      const picture = Array.from(event.clipboardData?.files ?? []).find(({ type }) =>
        type.startsWith('image/'),
      );
      if (picture) take(picture);
    };
    const onDragOver = (event: DragEvent) => {
      // Without it the browser would leave the page and show the file.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      if (!isTaken(event)) take(file);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [take]);
}

/** It happened in a sheet or dialog over the conversation. */
const isTaken = ({ target }: Event) => target instanceof Element && target.closest('[role=dialog]') !== null;

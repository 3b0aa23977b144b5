import { useEffect } from 'react';

/**
 * Takes a picture pasted or dropped on the page of an open conversation. Nothing happens while a sheet or dialog is
 * open.
 */
export function useIncomingPicture(take: (picture: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // A copy from a page or document contains both text and a picture of it, and means the text.
      if (isTaken(event) || event.clipboardData?.types.includes('text/plain')) return;
      const picture = Array.from(event.clipboardData?.files ?? []).find(({ type }) =>
        type.startsWith('image/'),
      );
      if (picture) take(picture);
    };
    const onDragOver = (event: DragEvent) => {
      // Otherwise the browser would leave the page and show the file.
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

/** True for an event in a sheet or dialog. */
const isTaken = ({ target }: Event) => target instanceof Element && target.closest('[role=dialog]') !== null;

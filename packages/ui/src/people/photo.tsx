import { type CSSProperties, useState } from 'react';
import { classNames } from '../class-names.ts';
import { usePictureTries } from './use-picture-tries.ts';

export interface PhotoProps {
  src: string;
  alt: string;
  /** Width by height; the place is held before the picture comes. Default 4/5. */
  ratio?: string | undefined;
  /** A colour or a tiny data URL shown, blurred, until the picture is there. */
  placeholder?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** Among the first pictures of a screen: loaded at once, with priority, and shown as soon as it is there. */
  isPriority?: boolean | undefined;
  className?: string | undefined;
}

function background(placeholder: string): CSSProperties {
  return placeholder.startsWith('data:')
    ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
    : { backgroundColor: placeholder };
}

/** A picture whose place is held; it fades in over its blurred self, unless it is what the screen waits for. */
export function Photo(props: PhotoProps) {
  const { src, alt, ratio = '4 / 5', placeholder, srcSet, sizes, isPriority, className } = props;
  const [shown, setShown] = useState<string | null>(null);
  const isShown = isPriority || shown === src;
  const { tries, hasFailed, onError } = usePictureTries(src);
  return (
    <span
      className={classNames('relative block overflow-hidden bg-line', className)}
      style={{ aspectRatio: ratio }}
    >
      {placeholder && <span className="absolute -inset-4 blur-lg" style={background(placeholder)} />}
      <img
        key={`${tries} ${src}`}
        ref={(image) => {
          // A picture from the cache is complete before React hears of it.
          if (!isShown && image?.complete && image.naturalWidth > 0) setShown(src);
        }}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        draggable={false}
        decoding="async"
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        onError={onError}
        onLoad={isShown ? undefined : () => setShown(src)}
        className={classNames(
          'absolute inset-0 size-full object-cover',
          !isPriority && 'transition-opacity duration-200',
          // The browser's own sign for a picture that is missing stands for nothing here.
          (!isShown || hasFailed) && 'opacity-0',
        )}
      />
    </span>
  );
}

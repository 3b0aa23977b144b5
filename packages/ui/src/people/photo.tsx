import { type CSSProperties, useState } from 'react';
import { classNames } from '../class-names.ts';
import { usePictureTries } from './use-picture-tries.ts';

export interface PhotoProps {
  src: string;
  alt: string;
  /** Width by height, which reserves the space before the picture loads. Default 4/5. */
  ratio?: string | undefined;
  /** A colour or a tiny data URL, shown blurred until the picture is loaded. */
  placeholder?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** For the first pictures of a screen: loads at once with priority, and shows without a fade. */
  isPriority?: boolean | undefined;
  className?: string | undefined;
}

function background(placeholder: string): CSSProperties {
  return placeholder.startsWith('data:')
    ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' }
    : { backgroundColor: placeholder };
}

/** A picture with reserved space. It fades in over its blurred placeholder, unless it has priority. */
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
          // A cached picture is complete before React attaches its handlers.
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
          // Hides the browser's icon for a broken picture.
          (!isShown || hasFailed) && 'opacity-0',
        )}
      />
    </span>
  );
}

import type { LanderContent } from '@heartline/contracts';
import { useEffect, useState } from 'react';
import { type SceneName, scenePictures } from './scene-pictures.ts';

/** A connection of a visitor, where the browser says what it is like. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** True if a video may load: motion is welcome, data is not saved, and the connection is faster than 2g. */
function allowsVideo(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {};
  const isReduced = matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches;
  return !isReduced && saveData !== true && !effectiveType.endsWith('2g');
}

/**
 * A drawn scene, or the operator's video over its poster. The video is decoration: muted, without controls, and loaded
 * after the first paint.
 */
export function Scene({ name, content }: { name: SceneName; content: LanderContent | undefined }) {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => setMoving(allowsVideo()), []);
  const video = content?.video;
  const picture = video?.poster.src ?? content?.pictures[0]?.src;
  const { tall, wide } = scenePictures(name);
  return (
    <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden bg-sunk">
      <picture>
        <source media="(min-width: 36em)" srcSet={picture ?? wide} />
        <img
          src={picture ?? tall}
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
      {video && isMoving && (
        <video
          autoPlay
          muted
          loop
          playsInline
          disablePictureInPicture
          tabIndex={-1}
          poster={video.poster.src}
          className="absolute inset-0 size-full animate-fade object-cover"
        >
          <source src={video.src} type={video.type} />
        </video>
      )}
    </div>
  );
}

import {
  getOwnProfile,
  type OwnPictures,
  type OwnProfile,
  type ProfileChange,
  updateProfile,
} from '@heartline/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, actingAs, call } from '../../client/api.ts';
import { beforeLogOut } from '../../client/before-log-out.ts';
import { calendarDay } from '../../client/calendar-day.ts';
import { isUnreached } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import { patchOwnProfile, useMember } from '../../client/session.ts';

/** Running saves, one after another, and the fields that each of them changes. */
let saves: Promise<unknown> = Promise.resolve();
const underWay: (readonly string[])[] = [];

beforeLogOut(() => saves);

/** The member's own profile, with all fields. */
export const ownProfileQuery = queryOptions({
  queryKey: keys.ownProfile,
  // Not cancelled when one of its users unmounts: the editor and the banner share the query.
  async queryFn() {
    // An answer from before a running save would revert it for a moment.
    await saves;
    return (await call(getOwnProfile, {})).profile;
  },
  staleTime: 60_000,
});

function patch(change: Partial<OwnProfile>): void {
  queryClient.setQueryData<OwnProfile>(keys.ownProfile, (now) => now && { ...now, ...change });
}

/** Applies the pictures of an answer, here and where the frame shows the main one. */
export function takePictures({ pictures, photo_limit }: OwnPictures): void {
  const [main] = pictures;
  const image = main ? { filename: main.filename, thumb_filename: main.thumb_filename } : null;
  patch({ pictures, photo_limit, main_image: image });
  patchOwnProfile({ main_image: image });
  const id = actingAs();
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: keys.profile(id) });
}

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

/**
 * The profile and the function that changes it. A change shows at once and is saved in order; a refused one is
 * reverted. The last change can be undone.
 */
export function useOwnProfile() {
  const { data: profile } = useSuspenseQuery(ownProfileQuery);
  const member = useMember();
  const [state, setState] = useState<SaveState>('idle');
  const [failure, setFailure] = useState<ApiError>();
  const [before, setBefore] = useState<ProfileChange>();
  const [unreached, setUnreached] = useState<readonly string[]>([]);

  const save = (change: ProfileChange, undo: ProfileChange | undefined) => {
    patch(change as Partial<OwnProfile>);
    setState('saving');
    void queryClient.cancelQueries({ queryKey: keys.ownProfile });
    const names = Object.keys(change);
    underWay.push(names);
    const noteReached = (isReached: boolean) =>
      setUnreached((now) => [...now.filter((name) => !names.includes(name)), ...(isReached ? [] : names)]);
    const by = actingAs();
    saves = saves.then(async () => {
      try {
        const answer = await saveAs(by, change).finally(() => underWay.shift());
        if (actingAs() !== by) return;
        const { country, region, gender, sexuality } = answer.profile;
        // Fields that are being changed again are not reverted to this answer.
        const further = new Set(underWay.flat());
        patch(
          only(
            answer.profile,
            names.filter((name) => !further.has(name)),
          ),
        );
        patch({ age: answer.profile.age });
        patchOwnProfile({ country, region, gender, sexuality });
        void queryClient.invalidateQueries({ queryKey: keys.profile(member.id) });
        noteReached(true);
        setFailure(undefined);
        setBefore(undo);
        setState('saved');
      } catch (error) {
        noteReached(!isUnreached(error));
        setFailure(error instanceof ApiError ? error : undefined);
        setState('failed');
        void queryClient.invalidateQueries({ queryKey: keys.ownProfile });
      }
    });
  };
  return {
    profile,
    state,
    failure,
    /** Fields whose last change did not reach the server. */
    unreached,
    change: (change: ProfileChange) => save(change, only(profile, Object.keys(change)) as ProfileChange),
    /** Undoes the last saved change; undefined when there is none. */
    undo: before && (() => save(before, undefined)),
  };
}

/** Saves a change of the member `by`, unless another member is signed in here by now. */
async function saveAs(by: string | undefined, change: ProfileChange) {
  if (actingAs() !== by) throw new ApiError(403, { code: 'ANOTHER_MEMBER' });
  const isBirth = change.date_of_birth !== undefined;
  return call(updateProfile, { ...change, ...(isBirth && { today: calendarDay(new Date()) }) });
}

export type OwnProfileForm = ReturnType<typeof useOwnProfile>;

function only<T extends object>(from: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>;
}

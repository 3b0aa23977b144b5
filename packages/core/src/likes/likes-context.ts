import type { CoreDeps } from '../core-deps.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import type { LikeRepository } from './like.repository.ts';

/** Shared context of the use cases of this feature. */
export interface LikesContext extends Pick<CoreDeps, 'publisher' | 'clock' | 'queues'> {
  likes: LikeRepository;
  profiles: Pick<Profiles, 'cards' | 'statusOf' | 'meets' | 'isAnswerShown' | 'questionsFor'>;
  safety: Pick<Safety, 'relation'>;
  /** Those of these people with whom the member has a conversation, removed or not. */
  knownTo(member: string, others: readonly string[]): Promise<Set<string>>;
}

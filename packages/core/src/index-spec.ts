/** One index, declared beside the feature that needs it and created by `migrate`. */
export interface IndexSpec {
  collection: string;
  key: Record<string, 1 | -1>;
  options?: { unique?: boolean; expireAfterSeconds?: number; name?: string };
}

/** What is kept: an exact answer, counted blocks of trials, what else is dear to make, a whole check. */
export const SORTS = ["answer", "blocks", "text", "check"] as const;
export type Sort = (typeof SORTS)[number];

/** Texts under keys, each of a sort. What cannot be read or written is as if it were not there. */
export interface CacheStore {
  read(sort: Sort, key: string): Promise<string | undefined>;
  write(sort: Sort, key: string, text: string): Promise<void>;
  /** Of what was read, but is not what crible writes. */
  drop(sort: Sort, key: string): void;
}

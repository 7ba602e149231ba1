/** Hashes passwords with a function that needs time and memory. */
export interface PasswordHasher {
  /** The PHC string of a new password. */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password of the hash. Without a hash, or with one that cannot be read, it takes as long and answers
   * false.
   */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than new ones. */
  isOutdated(hash: string): boolean;
}

import type { IsolationProfile } from './profile/profile.js';
import type { Permit, Refusal } from './refusal.js';
import type { IsolationSupport } from './support/support.js';

export interface IsolationOptions {
  /** Found with `detectIsolation`. */
  readonly support: IsolationSupport;
  /** Where the private homes and the copies of packages are kept. */
  readonly stateFolder: string;
  /** Folders that no command sees, unless its profile names a folder inside them. */
  readonly hide: readonly string[];
  /** The decision about connections for a profile. */
  readonly permitFor: (profile: IsolationProfile) => Permit;
  readonly onRefusal?: (state: string, refusal: Refusal) => void;
}

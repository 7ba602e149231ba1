/** A package of a command, exactly as fetched. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As published by its source, such as `sha512-…`. */
  readonly integrity: string;
}

/** The packages of a command that `npx` or `uvx` starts. */
export interface PinnedPackages {
  readonly runner: 'npx' | 'uvx';
  /** The request: the packages, and whether install scripts may run. A different request is fetched separately. */
  readonly wish: string;
  readonly packages: readonly PinnedPackage[];
  /** The lock file of the runner's own tool, which pins everything these packages need. */
  readonly lock: string;
}

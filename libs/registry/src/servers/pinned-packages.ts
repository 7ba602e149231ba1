/** A package a command consists of, exactly as it was fetched. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As its source states it, such as `sha512-…`. */
  readonly integrity: string;
}

/** The packages of a command that `npx` or `uvx` starts. */
export interface PinnedPackages {
  readonly runner: 'npx' | 'uvx';
  /** What was asked for: the packages, and whether install scripts may run. Other packages are fetched for other wishes. */
  readonly wish: string;
  readonly packages: readonly PinnedPackage[];
  /** The lock file of the runner's own tool, which pins everything these packages need. */
  readonly lock: string;
}

/** Something that exists at a path of the server's machine. */
export interface PathOnMachine {
  readonly kind: 'file' | 'folder';
  /** Without symbolic links. */
  readonly real: string;
}

/** Facts about the machine that decisions about commands need. */
export interface Machine {
  /** Null when the path does not exist, or the server's user may not read it. */
  look(path: string): Promise<PathOnMachine | null>;
  /** The home folder of the server's user. */
  readonly userHome: string | null;
  /** Assay's own folder, and `host:port` of its database, Redis, search engine and itself. */
  readonly own: { readonly folder: string; readonly addresses: () => readonly string[] };
  /** Whether this machine isolates commands. */
  readonly isolates: () => boolean;
}

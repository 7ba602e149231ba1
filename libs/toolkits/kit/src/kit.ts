/** Folders that an installation gives its kits. */
export interface KitPlaces {
  /** ASSAY_FILES_ROOTS. */
  readonly roots: readonly string[];
  /** The kit's own folder under ASSAY_STATE_DIR: private, kept, shared by replicas that share a database. */
  readonly state: string;
  /** What an administrator gave the kit, by name; empty where nothing was given. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Settings of a kit: they reach its process as environment variables. */
export interface KitSettings {
  /** What may be set, for administrators. */
  readonly takes: string;
  /** What is wrong with a setting; null when nothing is. Never contains the value. */
  readonly check: (name: string, value: string) => string | null;
}

/** What a kit's process may reach: its isolation profile. */
export interface KitProfile {
  readonly network: 'none' | 'egress';
  readonly hosts?: readonly string[];
  readonly folders: readonly { readonly path: string; readonly mode: 'ro' | 'rw' }[];
  /** Processes and threads together; the default of every command when absent. */
  readonly processes?: number;
  readonly memoryMb?: number;
}

export interface KitExample {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  readonly match: 'exact' | 'subset' | 'schema';
}

/** A limit of the gateway that calls count against; `by` are JSON pointers to the arguments that name whom they reach. */
export interface KitLimit {
  readonly limit: 'recipient.messages' | 'channel.messages' | 'organisation.messages.daily';
  readonly by?: readonly string[];
}

/** What a kit adds to the description and schemas that its running server gives of a tool. */
export interface KitTool {
  readonly capabilities: readonly string[];
  /**
   * Whether it changes something, runs code or reaches a network, a database or a repository host: an administrator
   * enables it first.
   */
  readonly acts: boolean;
  readonly examples?: readonly KitExample[];
  readonly limits?: readonly KitLimit[];
  readonly compensation?: {
    readonly class: 'full' | 'semantic' | 'side-effects' | 'irreversible';
    readonly tool?: string;
    readonly input?: string;
  };
}

/** A tool made of the kit's other tools, which the gateway runs: each of its calls is a call of its own. */
export interface KitComposition extends KitTool {
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly notation: 'plan' | 'pipeline' | 'compose' | 'chain';
  readonly definition: Readonly<Record<string, unknown>>;
}

/** An MCP server that ships with Assay. Descriptions and schemas come from the running server. */
export interface Kit {
  /** Its server is `assay/<name>`, and its tools are `assay/<name>.<tool>`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The version its tools are published under. */
  readonly version: string;
  /** The built program, run with Node. */
  readonly entry: string;
  /** Whether one process may serve every caller. */
  readonly stateless: boolean;
  readonly arguments: (places: KitPlaces) => readonly string[];
  /** Variables that a caller's own connection may fill, such as a token. Empty when there is none. */
  readonly variables?: readonly string[];
  /**
   * It runs code of repositories, each time in a sandbox that it starts itself; a sandbox cannot start another one. The
   * gateway starts its program without one, and never where the machine does not isolate.
   */
  readonly requiresIsolation?: boolean;
  readonly profile: (places: KitPlaces) => KitProfile;
  /** Absent: the kit has no settings. */
  readonly settings?: KitSettings;
  /** What is missing on this machine and how to get it; null when everything is there. */
  readonly missing: (places: KitPlaces) => Promise<string | null>;
  /** By the tool's name. */
  readonly tools: Readonly<Record<string, KitTool>>;
  /** By the tool's name; published as `assay/<name>.<tool>` beside the tools of the server. */
  readonly compositions?: Readonly<Record<string, KitComposition>>;
}

import type { ReportKind } from '../reports/report-kinds.js';

export const checks = ['build', 'test', 'lint', 'typecheck'] as const;
/** What a repository may declare. */
export type Check = (typeof checks)[number];

/** Where the command finds its repository, what was asked for, and where its report may be written. */
export interface CommandRequest {
  /** A file in a folder that exists inside and outside of the sandbox. */
  readonly report: string;
  /** Only tests whose name contains this, where the tool can. */
  readonly filter?: string | undefined;
  /** Files to lint, or whose tests to run, from the folder of the project. */
  readonly files?: readonly string[] | undefined;
}

export interface BuildCommand {
  readonly words: readonly string[];
  readonly reports: readonly ReportSource[];
  /** How `files` or `filter` narrowed it; null when everything is checked. */
  readonly selection: string | null;
}

/** `output`: what the command prints. A path: a file, or with `*.xml` at its end every such file of a folder. */
export interface ReportSource {
  readonly kind: ReportKind;
  readonly from: 'output' | { readonly path: string };
}

export interface DetectedCheck {
  /** The command for people, as the repository declares it. */
  readonly declared: string;
  command(request: CommandRequest): BuildCommand;
}

/** A build system that a folder declares, with what it can check. */
export interface DetectedSystem {
  readonly system: string;
  /** The files that show it. */
  readonly evidence: readonly string[];
  readonly checks: Readonly<Partial<Record<Check, DetectedCheck>>>;
  /** Programs that must be installed. */
  readonly programs: readonly string[];
}

/** The files of a project's folder that detection reads: small, and looked at by name. */
export interface ProjectFiles {
  has(name: string): boolean;
  /** Null when it is absent or larger than 1 MB. */
  read(name: string): string | null;
}

export const fromOutput = (kind: ReportKind): ReportSource => ({ kind, from: 'output' });
export const fromFile = (kind: ReportKind, path: string): ReportSource => ({ kind, from: { path } });

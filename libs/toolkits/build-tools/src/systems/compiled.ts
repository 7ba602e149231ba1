import { posix } from 'node:path';
import {
  type BuildCommand,
  type CommandRequest,
  type DetectedCheck,
  type DetectedSystem,
  fromFile,
  fromOutput,
  type ProjectFiles,
} from './system.js';

const always = (declared: string, command: BuildCommand): DetectedCheck => ({ declared, command: () => command });
const plain = (kind: 'cargo' | 'go' | 'output', ...words: string[]): BuildCommand => ({
  words,
  reports: [fromOutput(kind)],
  selection: null,
});

const cargoJson = '--message-format=json';

export function detectCargo(files: ProjectFiles): DetectedSystem[] {
  if (!files.has('Cargo.toml')) return [];
  const test = ({ filter }: CommandRequest): BuildCommand => ({
    words: ['cargo', 'test', '--offline', '--no-fail-fast', cargoJson, ...(filter === undefined ? [] : ['--', filter])],
    reports: [fromOutput('cargo')],
    selection: filter === undefined ? null : `tests named "${filter}"`,
  });
  const checks = {
    build: always('cargo build', plain('cargo', 'cargo', 'build', '--offline', '--workspace', cargoJson)),
    test: { declared: 'cargo test', command: test },
    lint: always('cargo clippy', plain('cargo', 'cargo', 'clippy', '--offline', '--workspace', cargoJson)),
    typecheck: always('cargo check', plain('cargo', 'cargo', 'check', '--offline', '--workspace', cargoJson)),
  };
  return [{ system: 'cargo', evidence: ['Cargo.toml'], checks, programs: ['cargo'] }];
}

/** Packages of changed files, and those that depend on them: go knows its imports. */
const affectedPackages = `
set -e
changed=$(for file in "$@"; do dirname "./$file"; done | sort -u | xargs go list -e 2>/dev/null)
go list -e -test -f '{{.ImportPath}}{{range .Deps}} {{.}}{{end}}' ./... | while read -r package deps; do
  for each in $changed; do
    case " $package $deps " in *" $each "*) echo "\${package%% *}" ;; esac
  done
done | sed -e 's/ \\[.*//' -e 's/\\.test$//' -e 's/_test$//' | sort -u`;

export function detectGo(files: ProjectFiles): DetectedSystem[] {
  if (!files.has('go.mod')) return [];
  const test = ({ filter, files: changed }: CommandRequest): BuildCommand => {
    const only = filter === undefined ? [] : ['-run', filter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
    const named = filter === undefined ? [] : [`tests named "${filter}"`];
    const goFiles = changed?.filter((it) => it.endsWith('.go'));
    if (goFiles === undefined || goFiles.length === 0)
      return {
        words: ['go', 'test', '-json', ...only, './...'],
        reports: [fromOutput('go')],
        selection: named[0] ?? null,
      };
    const script = `packages=$(${affectedPackages}\n) || exit 1\n[ -n "$packages" ] || exit 0\nexec go test -json $ONLY $packages`;
    const words = [
      '/bin/sh',
      '-c',
      `ONLY='${only.length > 0 ? `-run ${only[1]?.replaceAll("'", '')}` : ''}'\n${script}`,
      'sh',
      ...goFiles,
    ];
    const selection = [`packages that depend on ${goFiles.length} files`, ...named].join(', ');
    return { words, reports: [fromOutput('go')], selection };
  };
  const checks = {
    build: always('go build ./...', plain('output', 'go', 'build', './...')),
    test: { declared: 'go test ./...', command: test },
    lint: always('go vet ./...', plain('output', 'go', 'vet', './...')),
    typecheck: always('go vet ./...', plain('output', 'go', 'vet', '-composites=false', './...')),
  };
  return [{ system: 'go', evidence: ['go.mod'], checks, programs: ['go'] }];
}

export function detectMaven(files: ProjectFiles): DetectedSystem[] {
  if (!files.has('pom.xml')) return [];
  const mvn = files.has('mvnw') ? './mvnw' : 'mvn';
  const run = (...goals: string[]) => [mvn, '--batch-mode', '--offline', '--quiet', ...goals];
  const test = ({ filter }: CommandRequest): BuildCommand => ({
    words: run(
      'test',
      ...(filter === undefined ? [] : [`-Dtest=${filter}`, '-Dsurefire.failIfNoSpecifiedTests=false']),
    ),
    reports: [fromFile('junit', 'target/surefire-reports/*.xml'), fromOutput('output')],
    selection: filter === undefined ? null : `tests named "${filter}"`,
  });
  const checks = {
    build: always('mvn package', plain('output', ...run('package', '-DskipTests'))),
    test: { declared: 'mvn test', command: test },
    typecheck: always('mvn test-compile', plain('output', ...run('test-compile'))),
  };
  return [{ system: 'maven', evidence: ['pom.xml'], checks, programs: mvn === 'mvn' ? ['mvn'] : [] }];
}

const gradleFiles = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

export function detectGradle(files: ProjectFiles): DetectedSystem[] {
  const evidence = gradleFiles.filter((it) => files.has(it));
  if (evidence.length === 0) return [];
  const gradle = files.has('gradlew') ? './gradlew' : 'gradle';
  const run = (...tasks: string[]) => [gradle, '--offline', '--no-daemon', '--console=plain', '--quiet', ...tasks];
  const test = ({ filter }: CommandRequest): BuildCommand => ({
    words: run('test', '--continue', ...(filter === undefined ? [] : ['--tests', `*${filter}*`])),
    reports: [fromFile('junit', 'build/test-results/test/*.xml'), fromOutput('output')],
    selection: filter === undefined ? null : `tests named "${filter}"`,
  });
  const checks = {
    build: always('gradle assemble', plain('output', ...run('assemble'))),
    test: { declared: 'gradle test', command: test },
    typecheck: always('gradle testClasses', plain('output', ...run('testClasses'))),
  };
  return [{ system: 'gradle', evidence, checks, programs: gradle === 'gradle' ? ['gradle'] : [] }];
}

/** Targets of a Makefile by their names at the beginning of a line. */
export function detectMake(files: ProjectFiles): DetectedSystem[] {
  const name = ['GNUmakefile', 'makefile', 'Makefile'].find((it) => files.has(it));
  if (name === undefined) return [];
  const text = files.read(name) ?? '';
  const targets = new Set([...text.matchAll(/^([A-Za-z][\w-]{0,40})(?: [\w -]{0,200})?:(?!=)/gm)].map((it) => it[1]));
  const target = (check: string, ...names: string[]) => {
    const found = names.find((it) => targets.has(it));
    return found === undefined ? {} : { [check]: always(`make ${found}`, plain('output', 'make', found)) };
  };
  const checks = {
    ...target('build', 'build', 'all'),
    ...target('test', 'test', 'check'),
    ...target('lint', 'lint'),
    ...target('typecheck', 'typecheck', 'types'),
  };
  return [{ system: 'make', evidence: [posix.basename(name)], checks, programs: ['make'] }];
}

/**
 * The program of a child process that checks the types of one module with TypeScript. The checker sees files that are
 * passed to it and TypeScript's own declarations, and nothing else of this machine: a reference in a comment, or an import
 * of types, would show lines of other files in a message. It imports nothing of this library, so that it also runs from
 * its source. One JSON value in, one out.
 */
import { join } from 'node:path';

/** Type `diagnostics` and files by absolute path. */
interface Job {
  readonly files: Readonly<Record<string, string>>;
  readonly project: string;
}

interface Problem {
  readonly code: number;
  readonly file: string;
  readonly at: number;
  readonly message: string;
}

interface Diagnostic {
  readonly code: number;
  readonly fileName?: string | undefined;
  readonly pos: number;
  readonly text: string;
  readonly messageChain?: readonly Diagnostic[] | undefined;
}

const maxProblems = 20;

async function check({ files, project }: Job): Promise<Problem[]> {
  const { API } = await import('typescript/unstable/async');
  const own = join(import.meta.resolve('typescript/package.json').slice('file://'.length), '..', '..');
  const isDeclaration = (path: string): boolean =>
    path.startsWith(join(own, '@typescript', '/')) && /\/lib(?:\.[a-z0-9.]+)?\.d\.ts$/.test(path);
  const folder = join(project, '..');
  const api = new API({
    cwd: folder,
    fs: {
      readFile: (path) => (isDeclaration(path) ? undefined : (files[path] ?? null)),
      fileExists: (path) => (isDeclaration(path) ? undefined : Object.hasOwn(files, path)),
      directoryExists: (path) => path === folder,
      getAccessibleEntries: () => ({ files: [], directories: [] }),
      realpath: (path) => path,
    },
  });
  const snapshot = await api.updateSnapshot({ openProjects: [project] });
  const [opened] = snapshot.getProjects();
  if (opened === undefined) throw new Error('The project was not opened.');
  const { program } = opened;
  const syntax = await program.getSyntacticDiagnostics();
  const found = syntax.length > 0 ? syntax : [...(await program.getSemanticDiagnostics())];
  return found.slice(0, maxProblems).map((each) => ({
    ...{ code: each.code, file: each.fileName ?? '', at: each.pos },
    message: textOf(each).slice(0, 600),
  }));
}

/** A message with the innermost reason. */
function textOf(diagnostic: Diagnostic): string {
  let inner = diagnostic;
  while (inner.messageChain?.[0] !== undefined) inner = inner.messageChain[0];
  return inner === diagnostic ? diagnostic.text : `${diagnostic.text} ${inner.text}`;
}

let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  text += chunk;
});
process.stdin.on('end', () => {
  check(JSON.parse(text) as Job).then(
    (problems) => process.stdout.write(JSON.stringify({ problems }), () => process.exit(0)),
    (error: Error) => process.stdout.write(JSON.stringify({ error: error.message }), () => process.exit(1)),
  );
});

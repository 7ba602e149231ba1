/**
 * Joins the compiled server and its packages into few files in dist/bundle, because a start that reads 4,000 files takes
 * twice as long. Files that are read, and programs that are started, stay where they are: each module keeps its own URL.
 */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiled = join(here, 'dist');
const output = join(compiled, 'bundle');

/** Packages that a library of ours uses only where they are installed. */
const optional =
  /^(?:pg-native|class-validator|class-transformer(?:\/.*)?|@fastify\/(?:multipart|view)|@nestjs\/(?:microservices|websockets|platform-express)(?:\/.*)?)$/;

/** Where a module asks for its own place, it gets that of its file, seen from the bundle. */
const ownPlaces = {
  name: 'own-places',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname|filename)|__dirname|__filename/ },
    handler(code, id) {
      const url = `new URL(${JSON.stringify(relative(output, id))}, bundleUrl)`;
      const text = code
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll('import.meta.filename', `pathOfBundled(${url})`)
        .replaceAll('import.meta.dirname', `pathOfBundled(new URL('.', ${url})).slice(0, -1)`);
      if (text !== code) return { code: text };
      const names = `var __filename = pathOfBundled(${url}), __dirname = pathOfBundled(new URL('.', ${url})).slice(0, -1);`;
      return { code: `${names}${code}` };
    },
  },
};

const banner = `import { fileURLToPath as pathOfBundled } from 'node:url'; const bundleUrl = import.meta.url;`;

/** Says what is wrong in our own code; packages are as they are. */
function onLog(level, { message, id = '' }) {
  if (level === 'warn' && !/node_modules/.test(`${id} ${message}`)) process.stderr.write(`${message}\n`);
}

const bundle = await rolldown({
  input: join(compiled, 'start.js'),
  ...{ platform: 'node', external: optional, plugins: [ownPlaces], onLog },
});
rmSync(output, { recursive: true, force: true });
await bundle.write({ dir: output, format: 'esm', banner });
await bundle.close();

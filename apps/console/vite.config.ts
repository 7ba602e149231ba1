import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineTheme,
  mergeMantineTheme,
} from '@mantine/core';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { theme } from './src/frame/theme.js';

/** The style sheet that main.tsx imports; it is no file. */
const styleModule = 'theme-variables.css';

/** The theme's variables as a style sheet: the server's policy refuses the style element that the library would add. */
function themeStyles(): Plugin {
  const merged: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);
  return {
    name: 'theme-styles',
    resolveId: (id) => (id === `./frame/${styleModule}` ? `\0${styleModule}` : null),
    load: (id) =>
      id === `\0${styleModule}` ? convertCssVariables(defaultCssVariablesResolver(merged), ':root') : null,
  };
}

/** The form library exports a part for its own tests, which needs a validator that is not installed. */
const testValidator = '@rjsf/validator-ajv8';

const withoutTestValidator: Plugin = {
  name: 'without-test-validator',
  resolveId: (id) => (id === testValidator ? `\0${testValidator}` : null),
  load: (id) => (id === `\0${testValidator}` ? 'export default undefined;' : null),
};

/** The library's components on the first page. */
const firstParts =
  'Alert|Anchor|Badge|Burger|Button|Checkbox|CloseButton|Group|InlineInput|Input|List|Loader|NativeSelect|Skeleton|Stack|Tabs|Text|TextInput|Title|UnstyledButton';

const firstPackages = new RegExp(
  `/node_modules/(?:react|react-dom|scheduler|clsx|use-sync-external-store|@mantine/hooks|@mantine/core/esm/core|@mantine/core/esm/components/(?:${firstParts})|@tanstack/(?:history|store|router-core|react-router|react-store|query-core|react-query))/`,
);

/** What the first page needs is one file: over HTTP/1.1 each further one may cost a round trip. */
const isOfFirstPage = (id: string): boolean => firstPackages.test(id.replaceAll('\\', '/'));

/** Every file under assets has a digest in its name, so that browsers keep it for good. */
export default defineConfig({
  plugins: [themeStyles(), withoutTestValidator],
  resolve: { conditions: ['assay:source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/site',
    target: 'es2023',
    // A small image within a style sheet would need another rule in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'first', test: isOfFirstPage }],
        },
      },
      // Components marked for browsers are what this build is about.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});

import { contexts, isDomain } from './contexts.js';
import type { Finding, Rule } from './finding.js';
import { globalUses } from './global-uses.js';
import { importsOf } from './imports.js';
import { packageOf, placeOf } from './place.js';

/** Packages of pure computation that the domain may use, and the contracts it speaks. */
const allowedPackages = new Set([
  '@assay/contracts',
  ...Object.keys(contexts).map((context) => `@assay/${context}`),
  '@bufbuild/protobuf',
  '@datadog/sketches-js',
  '@marcbachmann/cel-js',
  'acorn',
  'ajv',
  'ajv-formats',
  'canonicalize',
  'jsonata',
  'lru-cache',
  're2js',
  'semver',
]);

/** Node's hash function and check of a signature, each in the one file that computes it. */
const allowedModules: Readonly<Record<string, string>> = {
  'libs/identity/src/domain-key.ts': 'node:crypto',
  'libs/kernel/src/digest.ts': 'node:crypto',
};

/** Rule 1: core imports no framework, no I/O, no clock, no randomness, no process and no logger. */
export const corePurity: Rule = (tree) =>
  tree
    .filter((file) => isDomain(placeOf(file)?.workspace) && placeOf(file)?.kind === 'source')
    .flatMap((file): Finding[] => {
      const foreign = importsOf(file)
        .map(({ specifier }) => specifier)
        .filter((specifier) => !specifier.startsWith('.'))
        .filter((specifier) => !allowedPackages.has(packageOf(specifier) ?? specifier))
        .filter((specifier) => allowedModules[file.path] !== specifier);
      return [
        ...foreign.map((specifier) => ({
          file: file.path,
          found: `the domain imports ${specifier}`,
          instead: 'state what it is needed for as a port in its context and let an adapter use it',
        })),
        ...globalUses(file).map((name) => ({
          file: file.path,
          found: `the domain uses ${name}`,
          instead: 'take the Clock, the Random or another port as a parameter',
        })),
      ];
    });

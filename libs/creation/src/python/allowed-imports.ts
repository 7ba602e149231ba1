/**
 * Modules of the standard library that tools in Python import: they compute. Pyodide's package has no other modules than the
 * standard library, and nothing is installed.
 */
export const allowedImports: readonly string[] = [
  ...['__future__', 'abc', 'array', 'ast', 'asyncio', 'base64', 'binascii', 'bisect', 'calendar', 'cmath', 'codecs'],
  ...['collections', 'colorsys', 'configparser', 'contextlib', 'copy', 'csv', 'dataclasses', 'datetime', 'decimal'],
  ...['difflib', 'email', 'enum', 'fractions', 'functools', 'graphlib', 'hashlib', 'heapq', 'hmac', 'html', 'io'],
  ...['ipaddress', 'itertools', 'json', 'keyword', 'locale', 'math', 'mimetypes', 'numbers', 'operator', 'pprint'],
  ...['quopri', 'random', 're', 'statistics', 'string', 'struct', 'textwrap', 'time', 'tomllib', 'typing'],
  ...['unicodedata', 'urllib.parse', 'uuid', 'xml', 'zlib', 'zoneinfo'],
];

/** Whether a module is on the list, itself or as part of a package on it. */
export const mayImport = (module: string): boolean =>
  allowedImports.some((name) => module === name || module.startsWith(`${name}.`));

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of what a function takes are concrete; of what it returns, anything with the same members will do. */
const containers = {
  takes: { object: 'dict[str, Any]', array: 'list' },
  returns: { object: 'Mapping[str, Any]', array: 'Sequence' },
} as const;
const scalars: Readonly<Record<string, string>> = {
  ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
};

/**
 * A type of Python for a schema, loose where Python's own habits are: code builds dictionaries key by key, so that their
 * members are not checked before the code runs.
 */
export function pythonTypeOf(schema: unknown, use: keyof typeof containers): string {
  if (!isSchema(schema)) return 'Any';
  const { type, items } = schema;
  const types = Array.isArray(type) ? type : [type];
  const texts = types.map((each): string => {
    if (each === 'object') return containers[use].object;
    if (each === 'array') return `${containers[use].array}[${pythonTypeOf(items, use)}]`;
    return scalars[String(each)] ?? 'Any';
  });
  return texts.includes('Any') ? 'Any' : texts.join(' | ');
}

/** What is in scope of a tool's code beside the builtins. */
export const pythonBuiltins = `class ToolError(Exception):
    code: str | None
    tool: str | None
    outcome: str | None
`;

const host = `class Files:
    async def read(self, path: str) -> str: ...
    async def list(self, path: str) -> list[str]: ...

class Env:
    async def get(self, name: str) -> str: ...

class Http:
    async def get(self, request: Any = None, **keywords: Any) -> dict[str, Any]: ...
    async def send(self, request: Any = None, **keywords: Any) -> dict[str, Any]: ...

class Host:
    files: Files
    env: Env
    http: Http
`;

/** A module that fits a tool's function to its schemas: with the host or without it, at once or later. */
export function pythonFits(inputSchema: unknown, outputSchema: unknown): string {
  const [input, output] = [pythonTypeOf(inputSchema, 'takes'), pythonTypeOf(outputSchema, 'returns')];
  return `from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tool import run

${host}
type Returned = ${output} | Awaitable[${output}]
fits: Callable[[${input}, Host], Returned] | Callable[[${input}], Returned] = run
`;
}

import { Code } from '@mantine/core';

/** JSON as text: nothing in it becomes markup or a link. It scrolls, so the keyboard has to reach it. */
export function JsonText({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <Code block className="code" tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </Code>
  );
}

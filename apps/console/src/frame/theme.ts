import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Amber, dark enough from the eighth shade on for white text. */
const amber: MantineColorsTuple = [
  '#fff6ec',
  '#fde8d1',
  '#fad0a4',
  '#f6b572',
  '#f0a35e',
  '#e5883a',
  '#cf6c1b',
  '#b95a0c',
  '#a34d08',
  '#8a4005',
];

/** Slate instead of the library's grey, for dark surfaces. */
const dark: MantineColorsTuple = [
  '#dde3ea',
  '#b8c2cd',
  '#a3afbd',
  '#748292',
  '#39424d',
  '#2c343d',
  '#1d2329',
  '#15191e',
  '#101317',
  '#0b0d10',
];

/** Shared by the pages and by the build, which writes its variables to a style sheet. */
export const theme = createTheme({
  primaryColor: 'amber',
  primaryShade: { light: 8, dark: 8 },
  colors: { amber, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
});

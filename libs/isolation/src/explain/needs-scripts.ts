/** What programs say when a file is missing that an install script of one of their packages builds or fetches. */
const reports: readonly RegExp[] = [
  /Could not locate the bindings file/,
  /No native build was found for platform/,
  /Cannot find module '[^'\n]{0,500}\.node'/,
  /Cannot find module '[^'\n]{0,500}\/build\/(?:Release|Debug)\/[^'\n]{1,200}'/,
  /Could not load the "[\w-]{1,50}" module using the /,
  /Could not find (?:Chrome|Chromium|Firefox) \(ver/,
];

/** Whether a text reports the absence of what an install script would have made. */
export const needsScripts = (text: string): boolean => reports.some((report) => report.test(text));

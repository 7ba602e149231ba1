/** The two parts of a tool's full name, as the address of its page has them. */
export const partsOf = (name: string): { ns: string; tool: string } => {
  const slash = name.indexOf('/');
  return { ns: name.slice(0, slash), tool: name.slice(slash + 1) };
};

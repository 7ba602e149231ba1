/** How the server names itself to clients. */
export const serverInfo = (version: string) => ({ name: 'assay', title: 'Assay', version });

/** What a result of the stateless revision says beside its own members. */
export const statelessMembers = (info: ReturnType<typeof serverInfo>) => ({
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': info },
});

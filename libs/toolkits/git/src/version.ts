/** What the server calls itself, and the version its tools are published under. Raise it with every visible change. */
export const gitServer = Object.freeze({ name: 'assay-git', title: 'Git', version: '1.0.1' });

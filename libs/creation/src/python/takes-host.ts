/** In Python: whether a tool's function takes the host beside the input. It needs the module `inspect`. */
export const takesHost = `def takes_host(run):
    try:
        inspect.signature(run).bind(None, None)
    except TypeError:
        return False
    return True
`;

/** The script of a worker; connect() of the package speaks with it. It exports nothing. */
export {};

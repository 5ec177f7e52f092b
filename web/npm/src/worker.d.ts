/** The script of a worker, for connect() of the package. It exports nothing. */
export {};

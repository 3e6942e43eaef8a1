/** The log of a gateway: the server's, or that of its own process. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

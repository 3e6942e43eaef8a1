/** Where a gateway logs: the server's log, or lines of its own process. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

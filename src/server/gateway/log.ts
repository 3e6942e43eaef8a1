/** What all parts of a gateway use. */
import type { Db } from '../store/database'

export interface GatewayContext {
  db: Db
  now(): Date
  log: Log
}

/** The log of a gateway: that of the server, or of the separate gateway process. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

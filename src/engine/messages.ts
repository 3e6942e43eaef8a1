/** The sentences of `i18n/`, as both sides have them. */
import type { CompiledConfig } from './compiled'

/** Nested as in the files; a key is the way to a sentence: `errors.notFound`. */
export interface Messages {
  [key: string]: string | Messages
}

/** What stands in the page and at `/config.json` (ARCHITECTURE.md, Config on the page). */
export interface Boot {
  config: CompiledConfig
  /** By locale; the page has the sentences of the config's own. */
  messages: Record<string, Messages>
}

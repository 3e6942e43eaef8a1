/** The dependencies of plugins and routes, injected by `app.ts`. */
import type { Compiled, Locale } from '../engine/compiled'
import type { ConfigError } from '../engine/load/problems'
import type { Env } from './start/env'
import type { Db } from './store/database'
import type { StoredDuplicates } from './store/records/uniqueIndexes'
import type { Tokens } from './tokens'

/** Access to the config in force, which may change at any time. */
export interface ConfigSource {
  current(): Compiled
  /** Returns a text of i18n, such as `errors.notFound`, with its `%{name}` placeholders filled. */
  translate(locale: Locale, key: string, params?: Readonly<Record<string, string | number>>): string
  /** The errors of the files on disk, while an earlier config is in force; empty if the files are valid. */
  refused(): readonly ConfigError[]
  /** Unused or deprecated parts of the config in force. */
  warnings(): readonly ConfigError[]
}

export interface Deps {
  db: Db
  /** A separate pool for long work, such as uploads and downloads; the same as `db` with PGlite. */
  bulkDb: Db
  config: ConfigSource
  tokens: Tokens
  env: Pick<Env, 'publicUrl' | 'trustProxy' | 'brokerSecret'> & Partial<Pick<Env, 'mqtt' | 'host' | 'social'>>
  now(): Date
  /** Stored duplicates of values that must be unique according to config. */
  duplicates?(): readonly StoredDuplicates[]
}

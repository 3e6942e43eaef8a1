/** What the rooms of the server are given; `app.ts` hands it on, nothing reaches for a global. */
import type { Compiled, Locale } from '../engine/compiled'
import type { ConfigError } from '../engine/load/problems'
import type { Env } from './start/env'
import type { Db } from './store/database'
import type { StoredDuplicates } from './store/records/uniqueIndexes'
import type { Tokens } from './tokens'

/** Config as it is now: after a change the next call answers the new one. */
export interface ConfigSource {
  current(): Compiled
  /** A sentence of i18n, such as `errors.notFound`, with its `%{name}` places filled. */
  translate(locale: Locale, key: string, params?: Readonly<Record<string, string | number>>): string
  /** What is wrong with the files on disk while an earlier state of them is in force; none when all is well. */
  refused(): readonly ConfigError[]
  /** What in the files is not used, or will not be: they are in force nevertheless. */
  warnings(): readonly ConfigError[]
}

export interface Deps {
  db: Db
  /** Connections beside those of `db`, for what takes long: uploads and downloads. The same where there is but one. */
  bulkDb: Db
  config: ConfigSource
  tokens: Tokens
  env: Pick<Env, 'publicUrl' | 'trustProxy' | 'brokerSecret'> & Partial<Pick<Env, 'mqtt' | 'host' | 'social'>>
  now(): Date
  /** What is stored more than once though config says that it is unique. */
  duplicates?(): readonly StoredDuplicates[]
}

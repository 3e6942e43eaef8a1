/** The settings of a change of many records. */
import type { Compiled, CompiledResource, Locale } from '../../../engine/compiled'
import type { ConfigSource } from '../../deps'
import type { Db } from '../../store/database'

export interface ChangeSettings {
  /** Config as the caller sees it. */
  config: Compiled
  resource: CompiledResource
  /** The language of the messages about records that cannot be changed. */
  locale: Locale
  translate: ConfigSource['translate']
  /** Reports the progress; on PostgreSQL another pool than that of the transaction. */
  progressDb: Db
  /** Aborted when the sender disconnects. */
  senderGone?: AbortSignal | undefined
}

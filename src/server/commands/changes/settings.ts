/** The settings of a change of many records. */
import type { Compiled, CompiledResource, Locale } from '../../../engine/compiled'
import type { ConfigSource } from '../../deps'

export interface ChangeSettings {
  /** Config as the caller sees it. */
  config: Compiled
  resource: CompiledResource
  /** The language of the messages about records that cannot be changed. */
  locale: Locale
  translate: ConfigSource['translate']
  /** Aborted when the sender disconnects. */
  senderGone?: AbortSignal | undefined
}

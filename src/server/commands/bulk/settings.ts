/** The settings of a change of many devices. */
import type { Compiled, CompiledConfig, CompiledResource, Locale } from '../../../engine/compiled'
import type { ConfigSource } from '../../deps'

export interface BulkSettings {
  config: CompiledConfig
  server: Compiled['server']
  resource: CompiledResource
  /** The language of the messages about devices that cannot be changed. */
  locale: Locale
  translate: ConfigSource['translate']
}

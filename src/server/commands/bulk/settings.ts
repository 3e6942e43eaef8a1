/** By which config devices are changed, and in which language is said what does not fit. */
import type { Compiled, CompiledConfig, CompiledResource, Locale } from '../../../engine/compiled'
import type { ConfigSource } from '../../deps'

export interface BulkSettings {
  config: CompiledConfig
  server: Compiled['server']
  resource: CompiledResource
  /** For the sentence of each device that does not fit. */
  locale: Locale
  translate: ConfigSource['translate']
}

/** The config and sentences of this package, compiled as on the server; tests may change their copy. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Polyglot from 'node-polyglot'
import type { Compiled, CompiledField, Locale } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import type { ConfigSource } from '../../src/server/deps'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from './configFiles'

let compiled: Compiled | undefined

/** A fresh copy of the package's own config. */
export function packageConfig(): Compiled {
  compiled ??= compiledOrThrow(configFiles())
  return structuredClone(compiled)
}

/** A text field that config adds, as it is compiled. */
export const addedField = (name: string, more: Partial<CompiledField> = {}): CompiledField => ({
  name,
  type: 'text',
  label: { ko: name, en: name },
  format: 'text',
  input: 'text',
  rules: [],
  read: 'none',
  write: 'none',
  storage: 'extra',
  ...more,
})

type Json = Record<string, unknown>
/** A file of config as a test edits it. */
export type ConfigFile = Json & { fields: Record<string, Json>; access: Json; list: Json }

/**
 * The package's config with files added or changed.
 *
 * @param changes by the path in `config/`: a new file, or a function that edits the package's own
 * @throws with the problems if it does not compile
 */
export function compileWith(changes: Record<string, object | ((file: ConfigFile) => void)>): Compiled {
  const files = configFiles()
  for (const [path, change] of Object.entries(changes)) {
    if (typeof change !== 'function') {
      files[path] = JSON.stringify(change)
      continue
    }
    const file = JSON.parse(files[path]!)
    change(file)
    files[path] = JSON.stringify(file)
  }
  return compiledOrThrow(files)
}

function compiledOrThrow(files: Record<string, string>): Compiled {
  const result = compileConfig(files)
  if (!result.ok) throw new Error(`config does not compile: ${JSON.stringify(result.errors, null, 1)}`)
  return result.config
}

const translators = new Map<Locale, Polyglot>()

/** A config source like that of the server, without files to watch. @param change edits the compiled config */
export function testConfig(change: (config: Compiled) => void = () => undefined): ConfigSource {
  const config = packageConfig()
  change(config)
  return {
    current: () => config,
    translate: (locale, key, params) => translator(locale).t(key, params),
    refused: () => [],
    warnings: () => [],
  }
}

function translator(locale: Locale): Polyglot {
  const known = translators.get(locale)
  if (known) return known
  const folder = join(packageRoot, 'i18n', locale)
  const phrases = Object.fromEntries(
    readdirSync(folder).map(name => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    ]),
  )
  const made = new Polyglot({ locale, phrases })
  translators.set(locale, made)
  return made
}

/** The config and sentences of this package, compiled as the server does, to be changed by a test at will. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import Polyglot from 'node-polyglot'
import type { Compiled, Locale } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import type { ConfigSource } from '../../src/server/deps'
import { packageRoot } from '../../src/server/packageRoot'

let compiled: Compiled | undefined

/** A fresh copy of the package's own config. */
export function packageConfig(): Compiled {
  compiled ??= compilePackage()
  return structuredClone(compiled)
}

function compilePackage(): Compiled {
  const folder = join(packageRoot, 'config')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(geo)?json$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')])
  const result = compileConfig(Object.fromEntries(files))
  if (!result.ok) throw new Error(`config does not compile: ${JSON.stringify(result.errors, null, 1)}`)
  return result.config
}

const translators = new Map<Locale, Polyglot>()

/** As the server's config plugin, without files to watch. `change` alters the compiled config. */
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

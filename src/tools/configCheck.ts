/**
 * `npm run config:check`: every error of `config/` and `i18n/` as `file:line:col path message`, or one line that all is well.
 * `npm run config:check -- --data` also holds the config against what is stored (FLEET_DATA or DATABASE_URL), with counts.
 */
import { join, relative, resolve } from 'node:path'
import { createTranslator } from '../engine/load/translator'
import { readFolders } from '../server/configFolder'
import { readEnv } from '../server/env'
import { packageRoot } from '../server/packageRoot'
import { explain, packageSentences } from '../server/plugins/config'
import { StartProblem, terminalLocale, terminalSentence } from '../server/startProblem'
import { checkData } from './dataCheck'

const [places, flags] = [false, true].map(flag =>
  process.argv.slice(2).filter(word => word.startsWith('--') === flag),
) as [string[], string[]]
// `npm run config:check --data`, without the `--` between, leaves the flag in npm's own variables.
const withData = flags.includes('--data') || process.env.npm_config_data === 'true'
const locale = terminalLocale()
const folders = {
  config: resolve(places[0] || process.env.FLEET_CONFIG || 'config'),
  i18n: join(packageRoot, 'i18n'),
}
const unknown = [...flags.filter(flag => flag !== '--data'), ...places.slice(1)][0]
if (unknown === undefined) await check().catch(fail)
else {
  const say = await packageSentences()
  process.stderr.write(`${say(locale, 'config.data.usage', { value: unknown })}\n`)
  process.exitCode = 1
}

/** Whatever happens is said in a sentence. */
function fail(error: unknown): void {
  process.stderr.write(`${terminalSentence('unexpected', { cause: String(error) })}\n`)
  process.exitCode = 1
}

async function check(): Promise<void> {
  const result = await readFolders(folders)
  if (!result.ok) {
    const say = await packageSentences()
    const lines = await explain(result)
    process.stderr.write(`${lines.join('\n')}\n${say(locale, 'config.broken', { count: lines.length })}\n`)
    process.exitCode = 1
    return
  }
  const { files, sentences } = result.counts
  const resources = Object.keys(result.config.console.resources).length
  const say = createTranslator(result.messages)
  process.stdout.write(`${say(locale, 'config.ok', { files, resources, sentences })}\n`)
  if (!withData) return
  const folder = relative(process.cwd(), folders.config) || '.'
  const env = readPlace()
  if (!env) return
  const { lines, ok } = await checkData(result.config.console, env, folder, say, locale)
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${lines.join('\n')}\n`)
  if (!ok) process.exitCode = 1
}

/** Where the data is; a wrong variable is named. */
function readPlace() {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    process.stderr.write(`${terminalSentence(error.code, error.params)}\n`)
    process.exitCode = 1
    return undefined
  }
}

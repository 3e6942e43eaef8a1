/** `npm run config:check`: every error of `config/` and `i18n/` as `file:line:col path message`, or one line that all is well. */
import { join, resolve } from 'node:path'
import { createTranslator } from '../engine/load/translator'
import { readFolders } from '../server/configFolder'
import { packageRoot } from '../server/packageRoot'
import { explain, packageSentences } from '../server/plugins/config'
import { terminalLocale } from '../server/startProblem'

const folders = {
  config: resolve(process.argv[2] || process.env.FLEET_CONFIG || 'config'),
  i18n: join(packageRoot, 'i18n'),
}
const result = await readFolders(folders)
const locale = terminalLocale()
if (result.ok) {
  const { files, sentences } = result.counts
  const resources = Object.keys(result.config.console.resources).length
  const say = createTranslator(result.messages)
  process.stdout.write(`${say(locale, 'config.ok', { files, resources, sentences })}\n`)
} else {
  const say = await packageSentences()
  const lines = await explain(result)
  process.stderr.write(`${lines.join('\n')}\n${say(locale, 'config.broken', { count: lines.length })}\n`)
  process.exitCode = 1
}

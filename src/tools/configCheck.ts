/**
 * `npm run config:check` prints all errors of `config/` and `i18n/` as `file:line:col path message`, or one line if
 * there are none. `npm run config:check -- --data` also checks the stored records (FLEET_DATA or DATABASE_URL).
 */
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createTranslator } from '../engine/load/compileMessages'
import { foldersOf, readFolders } from '../server/config/configFolder'
import { explain, problemLines } from '../server/config/openConfig'
import { readEnv } from '../server/start/env'
import { terminalLocale } from '../server/start/startProblem'
import { done, failed, print, runCommand } from './command'
import { checkData } from './dataCheck'

await runCommand(async (args, sentence) => {
  const { values, positionals } = parseArgs({
    args,
    options: { data: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  const flags = Object.keys(values).filter(name => name !== 'data')
  const [unknown] = [...flags.map(name => `--${name}`), ...positionals.slice(1)]
  if (unknown !== undefined) return failed(sentence('data.usage', { value: unknown }))
  const folder = resolve(positionals[0] || process.env.FLEET_CONFIG || 'config')
  const result = await readFolders(foldersOf({ config: folder, i18n: process.env.FLEET_I18N || undefined }))
  if (!result.ok) {
    const lines = await explain(result)
    return failed(...lines, sentence('broken', { count: lines.length }))
  }
  const { shared: config } = result.config
  const { warnings } = result
  if (warnings.length > 0) {
    print(done(...problemLines(warnings, createTranslator(result.messages))))
    print(done(sentence('warned', { count: warnings.length })))
  }
  const valid = done(sentence('ok', { ...result.counts, resources: Object.keys(config.resources).length }))
  // `npm run config:check --data`, without `--`, passes the flag to npm, which sets this variable.
  if (!values.data && process.env.npm_config_data !== 'true') return valid
  print(valid)
  const name = relative(process.cwd(), folder) || '.'
  return checkData(config, readEnv(process.env), name, createTranslator(result.messages), terminalLocale())
})

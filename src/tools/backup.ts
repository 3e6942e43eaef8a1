/**
 * `npm run backup -- FILE` writes all records to a file, also while the server runs; `npm run restore -- FILE` reads them into an
 * empty database. FLEET_DATA or DATABASE_URL says where.
 */
import { resolve } from 'node:path'
import { readEnv } from '../server/env'
import { packageSentences } from '../server/plugins/config'
import { terminalLocale } from '../server/startProblem'
import { whyNotStarted } from '../server/whyNotStarted'
import { backUp, type Outcome, restore } from './backupTasks'

const translate = await packageSentences()
const say = (key: string, params?: Record<string, string | number>) =>
  translate(terminalLocale(), `config.${key}`, params)

const { text, ok } = await run(process.argv.slice(2)).catch((error: unknown) => ({
  text: whyNotStarted(error),
  ok: false,
}))
const stream = ok ? process.stdout : process.stderr
stream.write(`${text}\n`)
if (!ok) process.exitCode = 1

async function run([task, name, ...further]: string[]): Promise<Outcome> {
  if (!task || !name || further.length > 0)
    return { text: say('backup.usage', { task: task ?? '' }), ok: false }
  // npm runs this in the folder of the package, wherever it was called.
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  return (task === 'restore' ? restore : backUp)(file, readEnv(process.env), say)
}

/**
 * `npm run counters -- check` holds the kept numbers of devices, which the dashboard and the device list show, against the
 * devices themselves; `npm run counters -- rebuild` counts all devices anew before. FLEET_DATA or DATABASE_URL says where.
 */
import { readEnv } from '../server/env'
import { packageSentences } from '../server/plugins/config'
import { StartProblem, terminalLocale, terminalSentence } from '../server/startProblem'
import { COUNTER_TASKS, checkCounts } from './counterCheck'

const translate = await packageSentences()
const say = (key: string, params?: Record<string, string | number>) =>
  translate(terminalLocale(), `config.${key}`, params)

const { text, ok } = await answer(process.argv.slice(2))
const stream = ok ? process.stdout : process.stderr
stream.write(`${text}\n`)
if (!ok) process.exitCode = 1

async function answer([asked = 'check', ...further]: string[]): Promise<{ text: string; ok: boolean }> {
  const task = COUNTER_TASKS.find(one => one === asked)
  if (!task || further.length > 0)
    return { text: say('counters.usage', { known: COUNTER_TASKS.join(', ') }), ok: false }
  try {
    return await checkCounts(task, readEnv(process.env), say)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return { text: terminalSentence(error.code, error.params), ok: false }
  }
}

/**
 * `npm run counters -- check` compares the counters of devices and orders, which the dashboard and the lists show, with
 * the devices and orders themselves; `npm run counters -- rebuild` counts all of them again first. FLEET_DATA or
 * DATABASE_URL names the database.
 */
import { readEnv } from '../server/start/env'
import { failed, runCommand } from './command'
import { COUNTER_TASKS, checkCounts } from './counterCheck'

await runCommand(async ([name = 'check', ...extraArguments], sentence) => {
  const task = COUNTER_TASKS.find(candidate => candidate === name)
  if (!task || extraArguments.length > 0)
    return failed(sentence('counters.usage', { known: COUNTER_TASKS.join(', ') }))
  return checkCounts(task, readEnv(process.env), sentence)
})

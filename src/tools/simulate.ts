/**
 * `npm run simulate -- --devices 2000 --fail 3% --offline 20% --seed 1`: virtual devices over real MQTT connections, until Ctrl+C. With
 * `--secrets FILE` devices of a real installation, else those of the demo of FLEET_DATA or DATABASE_URL.
 */
import { once } from 'node:events'
import type { SimulatedDevice } from '../server/demo/simulator'
import { readEnv } from '../server/start/env'
import { errorCode } from '../server/store/failures'
import { SheetProblem } from '../sheet'
import { done, failed, type Outcome, runCommand, type Say } from './command'
import { DEFAULTS, type SimulatedFleet, startFleet } from './simulate/fleet'
import { opening } from './simulate/opening'
import { readDemo } from './simulate/readDemo'
import { readSecrets } from './simulate/readSecrets'
import { BadArgument, readSettings, type SimulateTask } from './simulate/readSettings'

const REPORT_EVERY_MS = 10_000
/** For the messages with which devices take leave. */
const LEAVE_MS = 500

await runCommand(async (args, say) => {
  let task: SimulateTask
  try {
    task = readSettings(args)
  } catch (error) {
    if (error instanceof BadArgument) return failed(say('simulate.usage', { argument: error.message }))
    throw error
  }
  const devices: SimulatedDevice[] = []
  const found = task.secrets
    ? await readFileOf(task.secrets, devices, say)
    : await readDemo(readEnv(process.env), devices, say)
  if (!found.ok) return found
  const chosen = devices.slice(0, task.most)
  if (chosen.length === 0) return failed(say('simulate.noDevices'))
  const settings = { ...DEFAULTS, ...task.settings }
  const counts = { devices: chosen.length, asked: task.most, url: withoutLogin(settings.url) }
  for (const line of opening(counts, say)) process.stdout.write(`${line}\n`)
  return runUntilStopped(startFleet(chosen, settings), chosen.length, say)
})

async function runUntilStopped(fleet: SimulatedFleet, total: number, say: Say): Promise<Outcome> {
  const line = () => {
    const { connected, ...counts } = fleet.report()
    return say('simulate.report', { ...counts, connected: connected.length, total })
  }
  const reporting = setInterval(() => process.stdout.write(`${line()}\n`), REPORT_EVERY_MS)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(reporting)
  const last = line()
  fleet.stop(true)
  setTimeout(() => process.exit(), LEAVE_MS)
  return done(last)
}

async function readFileOf(file: string, devices: SimulatedDevice[], say: Say): Promise<Outcome> {
  try {
    devices.push(...(await readSecrets(file)))
    return done()
  } catch (error) {
    const cause = error instanceof SheetProblem ? error.code : errorCode(error)
    return failed(say('simulate.unreadable', { file, cause: cause ?? '' }))
  }
}

function withoutLogin(url: string): string {
  const address = new URL(url)
  return `${address.protocol}//${address.host}`
}
